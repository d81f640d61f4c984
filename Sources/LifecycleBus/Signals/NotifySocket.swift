import Foundation

/// Sends datagrams to the socket of a service manager (`sd_notify(3)`).
enum NotifySocket {
  /// Waits for room for up to 250 ms. Returns 0 or the error number.
  static func send(_ message: String, to name: String) -> Int32 {
    guard let path = path(of: name) else { return EINVAL }
    let descriptor = makeSocket()
    guard descriptor >= 0 else { return Foundation.errno }
    defer {
      close(descriptor)
    }

    var time = timeval(tv_sec: 0, tv_usec: 250_000)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))

    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // It fits: `path(of:)` has asked for its length.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
    let length = (MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0) + path.count
    let bytes = Array(message.utf8)

    // Both pointers point to a local variable and are used inside the call only; `length` covers
    // a part of `address`.
    return unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        // A signal interrupts a send that waits up to a time, also with SA_RESTART (signal(7)).
        while true {
          let sent = unsafe sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(length))
          if sent >= 0 { return 0 }
          if Foundation.errno != EINTR { return Foundation.errno }
        }
      }
    }
  }

  /// An abstract name has a zero for "@".
  private static func path(of name: String) -> [UInt8]? {
    var path = Array(name.utf8)
    let room = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
    guard 1 < path.count, path.count < room, !path.contains(0) else { return nil }

    if name.hasPrefix("/") { return path }
    guard name.hasPrefix("@") else { return nil }
    path[0] = 0
    return path
  }

  private static func makeSocket() -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #endif
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }
}
