#if os(macOS) || os(Linux)
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Stream sockets at a path, for the test of a server that is ended.
  package enum UnixSocket {
    package static func listen(at path: String) throws -> Int32 {
      try make(path, "bind") { bind($0, $1, $2) == 0 && Foundation.listen($0, 1024) == 0 }
    }

    package static func connect(to path: String) throws -> Int32 {
      try make(path, "connect") { Foundation.connect($0, $1, $2) == 0 }
    }

    private static func make(
      _ path: String, _ call: String,
      _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) throws -> Int32 {
      #if canImport(Glibc)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      #else
        let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
      #endif
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let bytes = Array(path.utf8.prefix(MemoryLayout.size(ofValue: address.sun_path) - 1)) + [0]
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      // The pointer points to a local variable and is used inside the call only.
      let isUsed = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      guard isUsed else { throw MissingLine(description: "\(call) \(path): \(errno)") }
      return descriptor
    }
  }
#endif
