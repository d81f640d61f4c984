import Foundation
public import LifecycleBus

/// Reports to systemd that a service is ready, alive, reading its settings again, or stopping.
///
/// ```swift
/// let notifier = SystemdNotifier()
/// mediator.attach(notifier)
/// source.on(.hangup) { await notifier.reload { await settings.read() } }
/// ```
///
/// From `READY=1` on it sends `WATCHDOG=1` twice in each interval of `$WATCHDOG_USEC`, from the
/// main actor. With the first event of the end it sends `STOPPING=1`, and then
/// `EXTEND_TIMEOUT_USEC` each second while the mediator has open holds.
///
/// Attach it last, so that all listeners have become active before `READY=1`. With the policy
/// `.lifecycle.mirrored`, `STOPPING=1` is sent before any listener stops; with `.lifecycle`, after
/// the listeners.
///
/// If `$NOTIFY_SOCKET` is not set, it does nothing. Each message is sent at once. If the receiver's
/// queue is full, a message that tells of a change waits for up to 250 ms; after that, or at once
/// for a repeated one, ``onError`` says that it was not sent.
///
/// The service's unit says `Type=notify` or `notify-reload` (`systemd.service(5)`); the messages
/// are those of `sd_notify(3)`.
public final class SystemdNotifier: AppLifecycleListener {
  /// Called on the main actor with the reason why a message was not sent.
  public var onError: (@MainActor (SystemdNotifierError) -> Void)?

  private let address: String
  private let isReadyWhenActive: Bool
  private let watchdog: Duration?
  private let clock: any Clock<Duration>
  private weak var mediator: AppLifecycleMediator?
  private var hasSaidReady = false
  private var hasSaidStopping = false
  private var openReloads = 0

  /// How often `EXTEND_TIMEOUT_USEC` is sent, and for how long each time.
  static let extensionInterval = Duration.seconds(1)
  static let extensionTime = Duration.seconds(5)

  /// Makes a notifier for the socket that `NOTIFY_SOCKET` names. Make it early, because it removes
  /// the variables from the environment.
  ///
  /// - Parameters:
  ///   - environment: Where to look up `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`; `nil`
  ///     for the process's environment.
  ///   - childrenInherit: True to leave these variables to children.
  ///   - isReadyWhenActive: True to send `READY=1` with the first `didBecomeActive`; false to wait
  ///     for ``reportReady()``.
  public convenience init(
    environment: [String: String]? = nil, childrenInherit: Bool = false,
    isReadyWhenActive: Bool = true
  ) {
    self.init(
      environment ?? Self.ownEnvironment, isReadyWhenActive: isReadyWhenActive,
      clock: ContinuousClock())
    if environment == nil, !childrenInherit {
      for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsafe unsetenv(name) }
    }
  }

  /// As it was at the first use, so that a second notifier finds the variables too.
  private static let ownEnvironment = ProcessInfo.processInfo.environment

  init(_ environment: [String: String], isReadyWhenActive: Bool, clock: any Clock<Duration>) {
    address = environment["NOTIFY_SOCKET", default: ""]
    // The variables of a parent that did not remove them are not meant for this process.
    let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    watchdog = isMeant && microseconds > 0 ? .microseconds(microseconds) : nil
    self.isReadyWhenActive = isReadyWhenActive
    self.clock = clock
  }

  /// True if there is an address to send to.
  public var isEnabled: Bool { !address.isEmpty }

  /// Shows a text as the service's status, with a space for each line end.
  public func report(status: String) {
    // A status of several lines would be read as several assignments.
    let line = status.unicodeScalars.map { $0 == "\n" || $0 == "\r" || $0 == "\0" ? " " : $0 }
    send("STATUS=" + String(String.UnicodeScalarView(line)))
  }

  /// Asks for this much time, from now on, to start or to stop.
  public func extendTimeout(by duration: Duration) {
    let bounded = min(max(duration, .zero), .seconds(1_000_000_000))
    send("EXTEND_TIMEOUT_USEC=\(Int64(bounded / .microseconds(1)))")
  }

  /// Sends `READY=1`, if that has not been sent.
  public func reportReady() {
    if hasSaidReady { return }
    hasSaidReady = true
    send("READY=1", waitsForRoom: true)
    feedWatchdog()
  }

  /// Sends `RELOADING=1`, runs the work, and sends `READY=1`, also if the work throws. Of reloads
  /// that overlap, the last one that ends sends `READY=1`. Before the service is ready and while it
  /// stops, only the work runs.
  public func reload<Value, Failure: Error>(
    _ work: @MainActor () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard hasSaidReady, !hasSaidStopping else { return try await work() }
    openReloads += 1
    // The time of the clock that the message has to come with.
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    send("RELOADING=1\nMONOTONIC_USEC=\(now)", waitsForRoom: true)
    defer {
      openReloads -= 1
      if openReloads == 0, !hasSaidStopping { send("READY=1", waitsForRoom: true) }
    }
    return try await work()
  }

  /// Keeps the mediator weakly, for its open holds.
  public func onAttach(to mediator: AppLifecycleMediator) { self.mediator = mediator }

  /// Sends what the event means for the service.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if event == .willTerminate, !hasSaidStopping {
      hasSaidStopping = true
      send("STOPPING=1", waitsForRoom: true)
      extendWhileHolding()
    } else if event == .didBecomeActive, isReadyWhenActive {
      reportReady()
    }
  }

  /// Sends `WATCHDOG=1` again and again, while the notifier lives.
  private func feedWatchdog() {
    guard let watchdog, isEnabled else { return }
    send("WATCHDOG=1")
    after(watchdog / 2) { $0.feedWatchdog() }
  }

  private func extendWhileHolding() {
    guard isEnabled, mediator != nil else { return }
    after(Self.extensionInterval) { notifier in
      if notifier.mediator?.openHolds.isEmpty == false {
        notifier.extendTimeout(by: Self.extensionTime)
      }
      notifier.extendWhileHolding()
    }
  }

  private func after(
    _ time: Duration, _ action: @escaping @MainActor (SystemdNotifier) -> Void
  ) {
    Task { [weak self, clock] in
      try await clock.sleep(for: time)
      if let self { action(self) }
    }
  }

  private func send(_ message: String, waitsForRoom: Bool = false) {
    guard isEnabled else { return }
    let number = NotifySocket.send(message, to: address, waitsForRoom: waitsForRoom)
    if number != 0 { onError?(SystemdNotifierError(address: address, errno: number)) }
  }
}

/// Why a message did not reach the service manager.
public struct SystemdNotifierError: Error, Equatable, CustomStringConvertible {
  /// Where it was sent, which is the value of `NOTIFY_SOCKET`.
  public let address: String
  /// The error number of the system: EAGAIN for a full queue, EINVAL for an address that is neither an
  /// absolute path nor, after `@`, an abstract name, or that is too long.
  public let errno: Int32

  /// What went wrong, in one sentence.
  public var description: String {
    // The address comes from outside.
    let start = String(decoding: address.utf8.prefix(120), as: UTF8.self)
    let reason = unsafe String(cString: strerror(errno))
    return "The service manager at NOTIFY_SOCKET=\(start.debugDescription) could not be told: "
      + "\(reason) (error \(errno))."
  }
}

/// The datagram socket of a service manager.
enum NotifySocket {
  /// Sends one datagram, which raises no SIGPIPE. `waitsForRoom`: up to 250 ms. Returns 0 or the error
  /// number.
  static func send(_ message: String, to name: String, waitsForRoom: Bool) -> Int32 {
    var address = sockaddr_un()
    // A path with its closing zero, or a zero and the abstract name.
    let path = name.hasPrefix("@") ? [0] + name.utf8.dropFirst() : Array(name.utf8) + [0]
    let isAddress = name.hasPrefix("@") ? path.count > 1 : path.firstIndex(of: 0) == path.count - 1
    guard isAddress, name.hasPrefix("@") || name.hasPrefix("/"),
      path.count <= MemoryLayout.size(ofValue: address.sun_path)
    else { return EINVAL }
    address.sun_family = sa_family_t(AF_UNIX)
    // It fits, as has been asked above.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
    let length = (MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0) + path.count
    let descriptor = makeSocket()
    guard descriptor >= 0 else { return Foundation.errno }
    defer { close(descriptor) }
    if waitsForRoom {
      var time = timeval(tv_sec: 0, tv_usec: 250_000)
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    let bytes = Array(message.utf8)
    let flags = waitsForRoom ? 0 : Int32(MSG_DONTWAIT)
    // Both pointers point to a local variable and are used inside the call only; `length` covers
    // a part of `address`.
    return unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        // A signal interrupts a send that waits up to a time, also with SA_RESTART (signal(7)).
        while true {
          let sent = unsafe sendto(descriptor, bytes, bytes.count, flags, $0, socklen_t(length))
          if sent >= 0 { return 0 }
          if Foundation.errno != EINTR { return Foundation.errno }
        }
      }
    }
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
