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
/// main actor, and `STOPPING=1` when a signal ends the service, or with `willTerminate`.
///
/// Attach it last, so that all listeners have become active before `READY=1`. It also waits for the
/// `async` methods of the launch, such as a connect. With the policy `.balanced.mirrored`,
/// `STOPPING=1` is sent before any listener goes down.
///
/// If `$NOTIFY_SOCKET` isn't set, it does nothing. A message waits for up to 250 ms if the queue of
/// systemd is full; then ``onError`` says that it wasn't sent.
public final class SystemdNotifier: AppLifecycleListener {
  /// Called on the main actor when a message wasn't sent, with a sentence that says why.
  public var onError: (@MainActor (String) -> Void)?

  private let address: String
  private let isReadyWhenActive: Bool
  private let watchdog: Duration?
  private let clock: any Clock<Duration>
  private var hasSaidReady = false
  private var hasSaidStopping = false
  private var openReloads = 0
  private weak var mediator: AppLifecycleMediator?

  /// Makes a notifier for the socket that `NOTIFY_SOCKET` names.
  ///
  /// - Parameters:
  ///   - environment: Where to look up `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`; `nil`
  ///     for the process's environment.
  ///   - isReadyWhenActive: True to send `READY=1` with the first `didBecomeActive`, once the `async`
  ///     listeners have launched; false to wait for ``reportReady()``.
  public convenience init(environment: [String: String]? = nil, isReadyWhenActive: Bool = true) {
    self.init(
      environment ?? ProcessInfo.processInfo.environment, isReadyWhenActive: isReadyWhenActive,
      clock: ContinuousClock())
  }

  init(_ environment: [String: String], isReadyWhenActive: Bool, clock: any Clock<Duration>) {
    address = environment["NOTIFY_SOCKET", default: ""]
    self.isReadyWhenActive = isReadyWhenActive
    self.clock = clock

    // Children inherit the variables of the process that they are meant for.
    let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    let isWatched = isMeant && microseconds > 0
    watchdog = isWatched ? .microseconds(microseconds) : nil
  }

  /// True if there is an address to send to.
  public var isEnabled: Bool { !address.isEmpty }

  /// Shows a text as the service's status, with a space for each line end.
  public func report(status: String) {
    // A status of several lines would be read as several assignments.
    let separators: [Unicode.Scalar] = ["\n", "\r", "\0"]
    let line = status.unicodeScalars.map { separators.contains($0) ? " " : $0 }
    send("STATUS=" + String(String.UnicodeScalarView(line)))
  }

  /// Sends `READY=1`, if that hasn't been sent.
  public func reportReady() {
    if hasSaidReady { return }
    hasSaidReady = true
    send("READY=1")
    feedWatchdog()
  }

  /// Sends `RELOADING=1`, runs the work, and sends `READY=1`, also if the work throws. Of reloads
  /// that overlap, the last one sends `READY=1`. Before the service is ready and while it stops, only
  /// the work runs.
  public func reload<Value, Failure: Error>(
    _ work: @MainActor () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard hasSaidReady, !hasSaidStopping else { return try await work() }

    openReloads += 1
    send("RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)")
    defer {
      openReloads -= 1
      if openReloads == 0, !hasSaidStopping {
        send("READY=1")
      }
    }
    return try await work()
  }

  /// The time of the clock that systemd compares with.
  private static var monotonicMicroseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }

  /// Remembers the mediator without keeping it, to wait for its launch.
  public func onAttach(to mediator: AppLifecycleMediator) { self.mediator = mediator }

  /// Sends `READY=1` or `STOPPING=1`.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    let isEndedBySignal = context.signal != nil && context.signal != .suspend
    let isEnd = event == .willTerminate || isEndedBySignal

    if isEnd, !hasSaidStopping {
      hasSaidStopping = true
      send("STOPPING=1")
    } else if event == .didBecomeActive, isReadyWhenActive {
      reportReadyWhenLaunched()
    }
  }

  private func reportReadyWhenLaunched() {
    guard let mediator, mediator.isLaunching else {
      reportReady()
      return
    }

    Task {
      await mediator.waitForLaunch()
      if !hasSaidStopping {
        reportReady()
      }
    }
  }

  private func feedWatchdog() {
    guard let watchdog, isEnabled else { return }

    send("WATCHDOG=1")
    Task { [weak self, clock] in
      try await clock.sleep(for: watchdog / 2)
      self?.feedWatchdog()
    }
  }

  private func send(_ message: String) {
    guard isEnabled else { return }
    let number = NotifySocket.send(message, to: address)
    if number == 0 { return }

    // The address comes from outside, so it may be long or hold anything.
    let beginning = String(decoding: address.utf8.prefix(120), as: UTF8.self)
    let reason = unsafe String(cString: strerror(number))
    onError?(
      "The service manager at NOTIFY_SOCKET=\(beginning.debugDescription) could not be told: "
        + "\(reason) (error \(number)).")
  }
}
