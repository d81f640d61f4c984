#if canImport(Glibc) || canImport(Musl)
  import Foundation
  import TestSupport

  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// A real datagram socket, bound to a path in a directory of its own or to an abstract name.
  final class DatagramReceiver: Sendable {
    /// As `NOTIFY_SOCKET` would name it.
    let name: String
    private let descriptor: Int32
    private let directory: URL?

    struct Failed: Error { let call: String, code: Int32 }

    init(isAbstract: Bool, nameLength: Int? = nil) throws {
      let unique = UUID().uuidString
      if isAbstract {
        directory = nil
        name = "@" + unique.padding(toLength: nameLength ?? 36, withPad: "x", startingAt: 0)
      } else {
        let made = TestFiles.folder.appending(path: unique)
        try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        directory = made
        let path = made.path + "/notify"
        name = path.padding(toLength: nameLength ?? path.utf8.count, withPad: "x", startingAt: 0)
      }
      #if canImport(Glibc)
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      #else
        descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
      #endif
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let bytes = isAbstract ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8) + [0]
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
      }
      guard result == 0 else { throw Failed(call: "bind", code: errno) }
    }

    deinit {
      close(descriptor)
      if let directory { try? FileManager.default.removeItem(at: directory) }
    }

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
