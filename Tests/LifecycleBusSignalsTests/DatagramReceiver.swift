#if canImport(Glibc) || canImport(Musl)
  import Foundation
  import TestSupport

  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// A real datagram socket, bound to a path or to an abstract name.
  final class DatagramReceiver: Sendable {
    /// As `NOTIFY_SOCKET` would name it.
    let name: String
    private let descriptor: Int32

    init(isAbstract: Bool, nameLength: Int? = nil) throws {
      let unique = UUID().uuidString
      let name = isAbstract ? "@\(unique)" : TestFiles.folder.appending(path: unique).path
      self.name = name.padding(
        toLength: nameLength ?? name.utf8.count, withPad: "x", startingAt: 0)
      descriptor = try UnixSocket.bindDatagrams(at: self.name)
    }

    deinit { close(descriptor) }

    /// The datagrams that have arrived since the last time, or the first ones of them.
    func messages(upTo limit: Int = .max) -> [String] {
      var messages: [String] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while messages.count < limit {
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard count >= 0 else { return messages }
        messages.append(String(decoding: buffer.prefix(count), as: UTF8.self))
      }
      return messages
    }
  }
#endif
