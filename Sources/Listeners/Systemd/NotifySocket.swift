import Foundation

/// A service manager's datagram socket, as `$NOTIFY_SOCKET` names it: an absolute path, or an
/// abstract name after `@`.
struct NotifySocket: Sendable {
  let name: String
  /// What goes into `sun_path`: a path with its closing zero, or a zero and the abstract name.
  let pathBytes: [UInt8]

  /// How many bytes `sun_path` takes: 108 on Linux, 104 on Darwin.
  static let capacity = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

  init(name: String) throws(SystemdNotifierError) {
    let bytes = Array(name.utf8)
    switch bytes.first {
    case UInt8(ascii: "/") where !bytes.contains(0):
      pathBytes = bytes + [0]
    #if !canImport(Darwin)
      case UInt8(ascii: "@") where bytes.count > 1:
        pathBytes = [0] + bytes.dropFirst()
    #endif
    default:
      throw SystemdNotifierError(code: .unsupportedAddress, address: name)
    }
    guard pathBytes.count <= Self.capacity else {
      throw SystemdNotifierError(code: .addressTooLong, address: name)
    }
    self.name = name
  }

  /// Sends one datagram, and raises no signal.
  ///
  /// - Parameter patience: How long it may wait while the receiver's queue is full.
  func send(
    _ message: String, waitingUpTo patience: Duration = .zero
  ) throws(SystemdNotifierError) {
    let descriptor = Self.makeSocket()
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    var flags = Self.flags
    if patience > .zero {
      // A time of zero would be for ever.
      var time = timeval()
      time.tv_usec = numericCast(
        min(999_999, max(1, patience.components.attoseconds / 1_000_000_000_000)))
      setsockopt(
        descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
      flags &= ~Self.dontWait
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // `pathBytes` is at most as long as `sun_path`: `init` saw to it.
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: pathBytes) }
    let length = (MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0) + pathBytes.count
    #if canImport(Darwin)
      address.sun_len = UInt8(length)
    #endif
    let bytes = Array(message.utf8)
    // Both pointers point to a local variable and are used inside the call only; `length` covers
    // a part of `address`.
    let sent = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        // A signal interrupts a send that waits up to a time, also with SA_RESTART (signal(7)).
        var sent = sendto(descriptor, bytes, bytes.count, flags, $0, socklen_t(length))
        while sent < 0, errno == EINTR {
          sent = sendto(descriptor, bytes, bytes.count, flags, $0, socklen_t(length))
        }
        return sent
      }
    }
    guard sent == bytes.count else { throw failure(errno) }
  }

  private func failure(_ systemError: Int32) -> SystemdNotifierError {
    SystemdNotifierError(code: .sendFailed, address: name, systemError: systemError)
  }

  #if canImport(Darwin)
    private static let dontWait = MSG_DONTWAIT
    private static let flags = MSG_DONTWAIT

    private static func makeSocket() -> Int32 {
      let descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
      guard descriptor >= 0 else { return descriptor }
      var isOn: Int32 = 1
      setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      return descriptor
    }
  #elseif canImport(Glibc)
    private static let dontWait = Int32(MSG_DONTWAIT)
    private static let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)

    private static func makeSocket() -> Int32 {
      socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }
  #else
    private static let dontWait = MSG_DONTWAIT
    private static let flags = MSG_DONTWAIT | MSG_NOSIGNAL

    private static func makeSocket() -> Int32 { socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0) }
  #endif
}
