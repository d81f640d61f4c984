#if canImport(Glibc) || canImport(Musl)
  import Foundation
  import TestSupport

  /// A real datagram socket, bound to a path or to an abstract name.
  final class DatagramReceiver: Sendable {
    /// As `NOTIFY_SOCKET` would name it.
    let name: String
    private let descriptor: Int32

    init(isAbstract: Bool) throws {
      let unique = UUID().uuidString
      name = isAbstract ? "@\(unique)" : TestFiles.folder.appending(path: unique).path
      descriptor = try UnixSocket.bindDatagrams(at: name)
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
