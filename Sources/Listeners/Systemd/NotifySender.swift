import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// Sends messages to a service manager in order, and sends them again while its queue is full.
@MainActor
final class NotifySender {
  var onError: (@MainActor (SystemdNotifierError) -> Void)?

  private let socket: NotifySocket?
  /// Why the address cannot be used, until it has been reported.
  private var addressError: SystemdNotifierError?
  private var queue = NotifyQueue()
  private var isRetrying = false
  private let clock: any Clock<Duration>

  static let retryInterval = Duration.milliseconds(50)

  init(socket name: String?, clock: any Clock<Duration>) {
    self.clock = clock
    guard let name, !name.isEmpty else {
      socket = nil
      return
    }
    do {
      socket = try NotifySocket(name: name)
    } catch {
      socket = nil
      addressError = error
    }
  }

  var isEnabled: Bool { socket != nil }

  /// Sends assignments as one message, behind those that wait.
  func send(_ assignments: [String], waitsForRoom: Bool = false) {
    if let addressError {
      self.addressError = nil
      onError?(addressError)
    }
    guard let socket else { return }
    queue.add(assignments)
    flush(to: socket, waitsForRoom: waitsForRoom)
  }

  private func flush(to socket: NotifySocket, waitsForRoom: Bool = false) {
    while let message = queue.messages.first {
      do {
        try socket.send(message.joined(separator: "\n"), waitsForRoom: waitsForRoom)
      } catch {
        // Whose queue is full may take the same message later.
        if case .sendFailed(_, EAGAIN) = error { return retryLater(socket) }
        if case .sendFailed(_, ENOBUFS) = error { return retryLater(socket) }
        onError?(error)
      }
      queue.messages.removeFirst()
    }
  }

  private func retryLater(_ socket: NotifySocket) {
    if isRetrying { return }
    isRetrying = true
    Task.after(Self.retryInterval, on: clock) { [weak self] in
      self?.isRetrying = false
      self?.flush(to: socket)
    }
  }
}

/// The messages that the service manager has not taken yet, oldest first.
///
/// A newer status, time-out or watchdog message replaces those of its kind, so that the queue stays
/// short.
struct NotifyQueue {
  var messages: [[String]] = []

  mutating func add(_ assignments: [String]) {
    let keys = Self.keys(assignments)
    // The keys of which only the last value counts.
    if keys.allSatisfy(["STATUS", "WATCHDOG", "EXTEND_TIMEOUT_USEC"].contains) {
      messages.removeAll { Self.keys($0) == keys }
    }
    messages.append(assignments)
  }

  private static func keys(_ assignments: [String]) -> [String] {
    assignments.map { String($0.prefix { $0 != "=" }) }
  }
}

/// A service manager's datagram socket, as `$NOTIFY_SOCKET` names it.
struct NotifySocket: Sendable {
  let name: String
  /// The path with its closing zero, or a zero and the abstract name.
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
      throw .unsupportedAddress(name)
    }
    guard pathBytes.count <= Self.capacity else { throw .addressTooLong(name) }
    self.name = name
  }

  /// Sends one datagram, and raises no signal.
  ///
  /// - `waitsForRoom`: True to wait up to 250 ms while the receiver's queue is full.
  func send(_ message: String, waitsForRoom: Bool = false) throws(SystemdNotifierError) {
    let descriptor = aboveStandard(Self.makeSocket())
    guard descriptor >= 0 else { throw .sendFailed(name, errno: errno) }
    defer { close(descriptor) }
    var flags = Self.flags
    if waitsForRoom {
      var time = timeval(tv_sec: 0, tv_usec: 250_000)
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
      flags &= ~Self.dontWait
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // `pathBytes` is at most as long as `sun_path`: `init` saw to it.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: pathBytes) }
    let length = (MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0) + pathBytes.count
    #if canImport(Darwin)
      address.sun_len = UInt8(length)
    #endif
    let bytes = Array(message.utf8)
    // Both pointers point to a local variable and are used inside the call only; `length` covers
    // a part of `address`.
    let sent = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        // A signal interrupts a send that waits up to a time, also with SA_RESTART (signal(7)).
        while true {
          let sent = unsafe sendto(descriptor, bytes, bytes.count, flags, $0, socklen_t(length))
          if sent >= 0 || errno != EINTR { return sent }
        }
      }
    }
    guard sent == bytes.count else { throw .sendFailed(name, errno: errno) }
  }

  private static let dontWait = Int32(MSG_DONTWAIT)

  #if canImport(Darwin)
    private static let flags = dontWait

    private static func makeSocket() -> Int32 {
      let descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
      guard descriptor >= 0 else { return descriptor }
      var isOn: Int32 = 1
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      return descriptor
    }
  #else
    private static let flags = dontWait | Int32(MSG_NOSIGNAL)

    private static func makeSocket() -> Int32 {
      #if canImport(Glibc)
        socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      #else
        socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)
      #endif
    }
  #endif
}
