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

  /// Sockets at a path, or on Linux at an abstract name, which begins with "@".
  package enum UnixSocket {
    package static func listen(at path: String) throws -> Int32 {
      try make(path, "bind") { bind($0, $1, $2) == 0 && Foundation.listen($0, 1024) == 0 }
    }

    /// A socket that takes datagrams.
    package static func bindDatagrams(at path: String) throws -> Int32 {
      try make(path, "bind", ofDatagrams: true) { bind($0, $1, $2) == 0 }
    }

    package static func connect(to path: String) throws -> Int32 {
      try make(path, "connect") { Foundation.connect($0, $1, $2) == 0 }
    }

    private static func make(
      _ path: String, _ call: String, ofDatagrams: Bool = false,
      _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) throws -> Int32 {
      #if canImport(Glibc)
        let kind = Int32(
          (ofDatagrams ? SOCK_DGRAM : SOCK_STREAM).rawValue | SOCK_CLOEXEC.rawValue)
      #else
        let kind = ofDatagrams ? SOCK_DGRAM : SOCK_STREAM
      #endif
      let descriptor = socket(AF_UNIX, kind, 0)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let room = MemoryLayout.size(ofValue: address.sun_path)
      let bytes =
        path.hasPrefix("@")
        ? [0] + path.utf8.dropFirst().prefix(room - 1) : Array(path.utf8.prefix(room - 1)) + [0]
      let length = MemoryLayout<sockaddr_un>.size - room
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      // The pointer points to a local variable and is used inside the call only.
      let isUsed = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          use(descriptor, $0, socklen_t(length + bytes.count))
        }
      }
      guard isUsed else { throw MissingLine(description: "\(call) \(path): \(errno)") }
      return descriptor
    }
  }
#endif
