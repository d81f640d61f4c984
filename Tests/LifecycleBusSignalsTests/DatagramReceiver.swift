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
      let bytes: [UInt8]
      if isAbstract {
        name = "@\(unique)"
        bytes = [0] + unique.utf8
      } else {
        name = TestFiles.folder.appending(path: unique).path
        bytes = name.utf8 + [0]
      }

      #if canImport(Glibc)
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
      #else
        let kind = SOCK_DGRAM | SOCK_CLOEXEC
      #endif
      descriptor = socket(AF_UNIX, kind, 0)

      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let room = MemoryLayout.size(ofValue: address.sun_path)
      let length = socklen_t(MemoryLayout<sockaddr_un>.size - room + bytes.count)

      // The pointer points to a local variable and is used inside the call only.
      let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
      }
      guard isBound else { throw MissingLine(description: "bind \(name): \(errno)") }
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
