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
/// If `$NOTIFY_SOCKET` is not set, it does nothing. While the receiver's queue is full, messages
/// wait; only `STOPPING=1` blocks the main actor, for up to 250 ms.
///
/// The service's unit says `Type=notify` or `notify-reload` (`systemd.service(5)`); the messages
/// are those of `sd_notify(3)`.
public final class SystemdNotifier: AppLifecycleListener {
  /// Called on the main actor with the reason why a message was not sent.
  public var onError: (@MainActor (SystemdNotifierError) -> Void)?

  private let sender: NotifySender
  private let isReadyWhenActive: Bool
  private let watchdog: Duration?
  private let clock: any Clock<Duration>
  private var mediators = AttachedMediators()
  private var hasSaidReady = false
  private var hasSaidStopping = false

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
    let variables = environment.map(ServiceManagerVariables.init) ?? .own
    if environment == nil, !childrenInherit { ServiceManagerVariables.remove() }
    self.init(
      socket: variables.socket, watchdog: variables.watchdog,
      isReadyWhenActive: isReadyWhenActive)
  }

  init(
    socket: String?, watchdog: Duration? = nil, isReadyWhenActive: Bool = true,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    sender = NotifySender(socket: socket, clock: clock)
    self.watchdog = watchdog
    self.isReadyWhenActive = isReadyWhenActive
    self.clock = clock
    sender.onError = { [weak self] in self?.onError?($0) }
  }

  /// True if there is a socket to send to.
  public var isEnabled: Bool { sender.isEnabled }

  /// Shows a text as the service's status, with a space for each line end.
  public func report(status: String) { sender.send([NotifyText.status(status)]) }

  /// Asks for this much time, from now on, to start or to stop.
  public func extendTimeout(by duration: Duration) {
    sender.send([NotifyText.timeout(duration)])
  }

  /// Sends `READY=1`, if that has not been sent.
  public func reportReady() {
    if hasSaidReady { return }
    hasSaidReady = true
    sender.send(["READY=1"])
    feedWatchdog()
  }

  /// Sends `RELOADING=1`, runs the work, and sends `READY=1`, also if the work throws. Before the
  /// service is ready and while it stops, only the work runs.
  public func reload<Value, Failure: Error>(
    _ work: @MainActor () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard hasSaidReady, !hasSaidStopping else { return try await work() }
    sender.send(["RELOADING=1", NotifyText.monotonicNow])
    defer { if !hasSaidStopping { sender.send(["READY=1"]) } }
    return try await work()
  }

  /// Keeps the mediator weakly, for its open holds.
  public func onAttach(to mediator: AppLifecycleMediator) { mediators.add(mediator) }

  /// Sends what the event means for the service.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if event == .willTerminate, !hasSaidStopping {
      hasSaidStopping = true
      sender.send(["STOPPING=1"], waitsForRoom: true)
      extendWhileHolding()
    } else if event == .didBecomeActive, isReadyWhenActive {
      reportReady()
    }
  }

  /// Sends `WATCHDOG=1` again and again, while the notifier lives.
  private func feedWatchdog() {
    guard let watchdog, isEnabled else { return }
    sender.send(["WATCHDOG=1"])
    Task.after(watchdog / 2, on: clock) { [weak self] in self?.feedWatchdog() }
  }

  private func extendWhileHolding() {
    guard isEnabled, !mediators.living.isEmpty else { return }
    Task.after(Self.extensionInterval, on: clock) { [weak self] in
      guard let self else { return }
      if mediators.living.contains(where: { !$0.openHolds.isEmpty }) {
        extendTimeout(by: Self.extensionTime)
      }
      extendWhileHolding()
    }
  }
}

/// Why a message did not reach the service manager at an address.
public enum SystemdNotifierError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The address is neither an absolute path nor, on Linux, an abstract name after `@`.
  case unsupportedAddress(String)
  /// The address is longer than the system allows: 107 bytes on Linux, 103 on Darwin.
  case addressTooLong(String)
  /// The system refused to send, with this error number.
  case sendFailed(String, errno: Int32)

  /// What went wrong, and what to do.
  public var description: String {
    switch self {
    case .unsupportedAddress(let address):
      "NOTIFY_SOCKET is \(Self.quoted(address)), which is neither an absolute path nor an abstract "
        + "name (@name); the service manager is not told anything."
    case .addressTooLong(let address):
      "NOTIFY_SOCKET is \(Self.quoted(address)), which is longer than a socket address may be; "
        + "the service manager is not told anything."
    case .sendFailed(let address, let number):
      "The service manager at \(Self.quoted(address)) could not be told: "
        + "\(SystemError(number: number).text) (error \(number))."
    }
  }

  /// Quotes an address, which comes from outside, and cuts it.
  private static func quoted(_ address: String) -> String {
    (address.utf8.count > 120 ? "\(address.bounded(to: 120))…" : address).debugDescription
  }
}
