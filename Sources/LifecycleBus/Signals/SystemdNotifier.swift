import Foundation
public import LifecycleBus

/// Tells systemd that a service is ready, alive, reading its settings again, or stopping.
///
/// ```swift
/// let notifier = SystemdNotifier()
/// mediator.attach(notifier)
/// source.on(.hangup) { await notifier.reload { await settings.read() } }
/// ```
///
/// The notifier sends:
///
/// - `READY=1` when the service is active for the first time
/// - from then on `WATCHDOG=1` twice in each interval of `$WATCHDOG_USEC`, from the main actor
/// - `STOPPING=1` when a signal ends the service, or at `willTerminate`
///
/// Attach the notifier last, so that all other listeners are active before `READY=1`. With the
/// policy `.balanced.mirrored`, it's then the first listener called for the end, and sends
/// `STOPPING=1` before the others are called.
///
/// Outside systemd, where `$NOTIFY_SOCKET` isn't set, the notifier does nothing. If systemd's queue
/// is full, a message waits for up to 250 ms. If it still can't be sent, ``onError`` is called.
public final class SystemdNotifier: AppLifecycleListener {
  /// Called on the main actor when a message couldn't be sent, with the reason.
  public var onError: (@MainActor (String) -> Void)?

  private let address: String
  private let isReadyWhenActive: Bool
  private let watchdog: Duration?
  private let clock: any Clock<Duration>
  private var hasSaidReady = false
  private var hasSaidStopping = false
  private weak var mediator: AppLifecycleMediator?

  /// Makes a notifier for the socket that `$NOTIFY_SOCKET` names.
  ///
  /// - Parameter isReadyWhenActive: True to send `READY=1` at the first `didBecomeActive`, but not
  ///   before the `async` listeners have launched. Pass false to call ``reportReady()`` yourself.
  public convenience init(isReadyWhenActive: Bool = true) {
    self.init(ProcessInfo.processInfo.environment, isReadyWhenActive: isReadyWhenActive)
  }

  init(
    _ environment: [String: String], isReadyWhenActive: Bool = true,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    address = environment["NOTIFY_SOCKET", default: ""]
    self.isReadyWhenActive = isReadyWhenActive
    self.clock = clock

    // Children inherit the variables of the process that they are meant for.
    let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    let isWatched = isMeant && microseconds > 0 && !address.isEmpty
    watchdog = isWatched ? .microseconds(microseconds) : nil
  }

  /// Sends `READY=1`, unless it was sent before.
  public func reportReady() {
    if hasSaidReady { return }
    hasSaidReady = true
    send("READY=1")
    feedWatchdog()
  }

  /// Sends `RELOADING=1`, runs the work, and sends `READY=1`, even if the work throws. If the
  /// service isn't ready yet or is stopping, this only runs the work.
  public func reload<Value, Failure: Error>(
    _ work: @MainActor () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard hasSaidReady, !hasSaidStopping else { return try await work() }

    send("RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)")
    defer {
      if !hasSaidStopping {
        send("READY=1")
      }
    }
    return try await work()
  }

  private static var monotonicMicroseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }

  /// Remembers the mediator without keeping it alive.
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
    guard let watchdog else { return }

    send("WATCHDOG=1")
    Task { [weak self, clock] in
      try await clock.sleep(for: watchdog / 2)
      self?.feedWatchdog()
    }
  }

  private func send(_ message: String) {
    if address.isEmpty { return }
    let number = NotifySocket.send(message, to: address)
    if number == 0 { return }

    let reason = unsafe String(cString: strerror(number))
    onError?("The address in NOTIFY_SOCKET takes no message: \(reason) (error \(number)).")
  }
}
