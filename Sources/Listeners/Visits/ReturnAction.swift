public import LifecycleBus

/// Calls an action when the app comes back, for example to refresh, or to lock after an absence.
///
/// ```swift
/// mediator.attach(ReturnAction(atMostEvery: .seconds(300)) { _ in Task { await refresh() } })
/// mediator.attach(ReturnAction(after: .seconds(60)) { _ in board.lock() })
/// ```
///
/// The app is away while it's in the background or the machine sleeps; with the vocabulary `.appKit`,
/// while it takes no input. A launch is a return without a known absence.
///
/// The action is called inside the event. If you attach the listener while the app is in use, it waits
/// for the next return; with the replay `.state` the action is called at once.
public final class ReturnAction: AppLifecycleListener {
  private let least: Duration?
  private let interval: Duration
  private let stopwatch: Stopwatch
  private let action: @MainActor (_ absence: Duration?) -> Void
  private var presence = Presence()
  private var left: Duration?
  private var next = Duration.zero

  /// Makes a listener that calls an action.
  ///
  /// - Parameters:
  ///   - absence: The least absence. If you give one, the action isn't called at a launch.
  ///   - interval: The least time between two calls.
  ///   - clock: The default continues while the device sleeps.
  ///   - action: Called with the absence, or `nil` at a launch.
  public init(
    after absence: Duration? = nil, atMostEvery interval: Duration = .zero,
    clock: any Clock<Duration> = ContinuousClock(),
    action: @escaping @MainActor (_ absence: Duration?) -> Void
  ) {
    least = absence
    self.interval = interval
    self.action = action
    stopwatch = Stopwatch(clock)
  }

  /// Asks whether it's a Mac's mediator.
  public func onAttach(to mediator: AppLifecycleMediator) {
    presence.attach(to: mediator)
  }

  /// Calls the action, if the app comes back.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    switch presence.change(by: context) {
    case .left:
      left = stopwatch.elapsed
    case .came:
      comeBack()
    case nil:
      break
    }
  }

  private func comeBack() {
    let now = stopwatch.elapsed
    let absence = left.map { now - $0 }

    guard now >= next else { return }
    if let least {
      guard let absence, absence >= least else { return }
    }

    next = now + interval
    action(absence)
  }
}
