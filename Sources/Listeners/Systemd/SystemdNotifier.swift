#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  import Foundation
  public import LifecycleBus

  /// Reports to systemd, or a service manager with the same protocol, that a service is ready, reads
  /// its settings again, is alive, and is stopping.
  ///
  /// ```swift
  /// let notifier = SystemdNotifier(mediator: mediator)
  /// mediator.attach(notifier)
  /// source.on(.hangup) { await notifier.reload { await settings.read() } }
  /// ```
  ///
  /// | message | when |
  /// |---|---|
  /// | `READY=1` | once: when the app first becomes active, or with ``reportReady()`` |
  /// | `RELOADING=1`, then `READY=1` | before and after the work of ``reload(_:)`` |
  /// | `WATCHDOG=1` | from `READY=1` on, at half of the interval that `$WATCHDOG_USEC` asks for |
  /// | `STOPPING=1` | once: with the first event on the way to the end |
  /// | `EXTEND_TIMEOUT_USEC` | each second on that way, while the mediator has open holds |
  ///
  /// `WATCHDOG=1` is sent from the main actor: when that hangs, so does the watchdog, and the service
  /// manager acts. Going to the background sends nothing, because a suspended service does not stop.
  ///
  /// Attach it last: then all listeners have become active before `READY=1`, and under a policy that
  /// mirrors the way down `STOPPING=1` is sent before any listener stops. Attached late, it needs the
  /// replay `.state` to hear that the app is active.
  ///
  /// Where `$NOTIFY_SOCKET` is not set, or empty, it does nothing. A message is one datagram and
  /// raises no signal. While the receiver's queue is full, messages wait and are sent again every
  /// 50 ms, in order; of status lines only the last one waits. `STOPPING=1` alone blocks the main
  /// actor for up to 250 ms first, because the process may end before the next try. A failure of any
  /// other kind is reported and stops no other listener.
  ///
  /// The service's unit has to say `Type=notify`, or `notify-reload` (`systemd.service(5)`); the
  /// messages are those of `sd_notify(3)`.
  public final class SystemdNotifier: AppLifecycleListener {
    /// What `READY=1` waits for.
    public enum Readiness: Hashable, Sendable {
      /// The first `didBecomeActive`.
      case whenActive
      /// ``SystemdNotifier/reportReady()``.
      case whenReported
    }

    /// Called on the main actor with the reason why a message was not sent: each time one could not
    /// be sent, and once for an address that cannot be used. A full queue is no such reason.
    public var onError: (@MainActor (SystemdNotifierError) -> Void)?

    private let sender: NotifySender
    private let readiness: Readiness
    private let reportsState: Bool
    private let stopBudget: Duration?
    private let watchdog: Duration?
    private let clock: any Clock<Duration>
    private weak var mediator: AppLifecycleMediator?
    private var hasSaidReady = false
    private var hasSaidStopping = false

    /// How often `EXTEND_TIMEOUT_USEC` is sent, and for how long each time.
    static let extensionInterval = Duration.seconds(1)
    static let extensionTime = Duration.seconds(5)

    /// Makes a notifier for the socket that `NOTIFY_SOCKET` names.
    ///
    /// - Parameters:
    ///   - environment: Where to look up `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`. If you
    ///     leave it out, the process's own, as it was for the first notifier of the process.
    ///   - childrenInherit: Whether children find these variables in their environment. Unless you
    ///     say so they are removed from the process's own, because a child that reports would speak
    ///     for the service. Removing them is not safe while another thread reads the environment, so
    ///     make the notifier early.
    ///   - readiness: What `READY=1` waits for.
    ///   - reportsState: Whether the app's state goes along as the service's status:
    ///     `STATUS=active`.
    ///   - stopBudget: The time that the way down may take, announced with `STOPPING=1` as
    ///     `EXTEND_TIMEOUT_USEC`.
    ///   - mediator: The mediator whose open holds extend the time to stop; not kept. Without it
    ///     nothing beyond `stopBudget` is asked for.
    public convenience init(
      environment: [String: String]? = nil, childrenInherit: Bool = false,
      readiness: Readiness = .whenActive, reportsState: Bool = false, stopBudget: Duration? = nil,
      mediator: AppLifecycleMediator? = nil
    ) {
      let variables = environment.map(ServiceManagerVariables.init) ?? .own
      if environment == nil, !childrenInherit { ServiceManagerVariables.remove() }
      self.init(
        socket: variables.socket, watchdog: variables.watchdog, readiness: readiness,
        reportsState: reportsState, stopBudget: stopBudget, mediator: mediator)
    }

    /// Makes a notifier for the socket at an address.
    ///
    /// - Parameters:
    ///   - socket: An absolute path, or `@` and an abstract name; `nil` or empty for none. Anything
    ///     else is reported with the first message.
    ///   - watchdog: How often the service manager wants to hear that the service is alive.
    ///   - readiness: What `READY=1` waits for.
    ///   - reportsState: Whether the app's state goes along as the service's status.
    ///   - stopBudget: The time that the way down may take.
    ///   - mediator: The mediator whose open holds extend the time to stop; not kept.
    public convenience init(
      socket: String?, watchdog: Duration? = nil, readiness: Readiness = .whenActive,
      reportsState: Bool = false, stopBudget: Duration? = nil, mediator: AppLifecycleMediator? = nil
    ) {
      self.init(
        socket: socket, watchdog: watchdog, readiness: readiness, reportsState: reportsState,
        stopBudget: stopBudget, mediator: mediator, clock: ContinuousClock())
    }

    init(
      socket: String?, watchdog: Duration? = nil, readiness: Readiness = .whenActive,
      reportsState: Bool = false, stopBudget: Duration? = nil,
      mediator: AppLifecycleMediator? = nil, clock: any Clock<Duration>
    ) {
      sender = NotifySender(socket: socket, clock: clock)
      self.watchdog = watchdog
      self.readiness = readiness
      self.reportsState = reportsState
      self.stopBudget = stopBudget
      self.mediator = mediator
      self.clock = clock
      sender.onError = { [weak self] in self?.onError?($0) }
    }

    /// Whether there is a socket to send to.
    public var isEnabled: Bool { sender.isEnabled }

    /// Shows a line of text as the service's status. A line end in it becomes a space.
    ///
    /// - Parameter status: The text.
    public func report(status: String) { sender.send([NotifyText.status(status)]) }

    /// Asks for more time to start or to stop: so much from now. Ask again before it is over, if it
    /// is not enough.
    ///
    /// - Parameter duration: The time from now.
    public func extendTimeout(by duration: Duration) {
      sender.send([NotifyText.timeout(duration)])
    }

    /// Sends `READY=1`, if that has not been sent. The service is up.
    public func reportReady() {
      if !hasSaidReady { sendReady(with: []) }
    }

    /// Sends `RELOADING=1`, runs the work, and sends `READY=1`, also if the work throws.
    ///
    /// Before the service is ready and while it stops, only the work runs.
    ///
    /// - Parameter work: Reads the configuration anew, for instance.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
    public func reload<Value, Failure: Error>(
      _ work: @MainActor () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
      guard hasSaidReady, !hasSaidStopping else { return try await work() }
      sender.send(["RELOADING=1", NotifyText.monotonicNow])
      defer { if !hasSaidStopping { sender.send(["READY=1"]) } }
      return try await work()
    }

    /// Sends what the event means for the service, if it means anything.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - context: The states around the event.
    public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
      let hasNewState = reportsState && context.state != context.previousState
      let status = hasNewState ? [NotifyText.status(context.state.rawValue)] : []
      if context.isEnding, !hasSaidStopping {
        sendStopping(with: status)
      } else if event == .didBecomeActive, readiness == .whenActive, !hasSaidReady {
        sendReady(with: status)
      } else if !status.isEmpty {
        sender.send(status)
      }
    }

    private func sendReady(with status: [String]) {
      hasSaidReady = true
      sender.send(["READY=1"] + status)
      guard let watchdog, isEnabled else { return }
      Task { [weak self, clock] in
        while let sender = self?.sender {
          sender.send(["WATCHDOG=1"])
          try await clock.sleep(for: watchdog / 2)
        }
      }
    }

    private func sendStopping(with status: [String]) {
      hasSaidStopping = true
      let budget = stopBudget.map { [NotifyText.timeout($0)] } ?? []
      sender.send(["STOPPING=1"] + budget + status, waitingUpTo: .milliseconds(250))
      guard mediator != nil, isEnabled else { return }
      Task { [weak self, clock] in
        while self?.mediator != nil {
          try await clock.sleep(for: Self.extensionInterval)
          guard let self, let mediator else { return }
          if !mediator.openHolds.isEmpty { extendTimeout(by: Self.extensionTime) }
        }
      }
    }
  }
#endif
