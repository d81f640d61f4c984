public import LifecycleBus

/// Calls an action when the app comes back, for example to refresh, or to lock after an absence.
///
/// ```swift
/// mediator.attach(ReturnAction(atMostEvery: .seconds(300)) { _ in Task { await refresh() } })
/// mediator.attach(ReturnAction(after: .seconds(60)) { _ in board.lock() })
/// ```
///
/// The app counts as away while it's in the background, and while the machine sleeps. With the
/// vocabulary `.appKit`, it counts as away while it isn't active. At launch the action is called
/// with `nil`, since the time away isn't known.
///
/// The action is called during the event. If you attach the listener while the app is in use, the
/// first call comes with the next return, or at once with `replay: .state`.
public final class ReturnAction: AppLifecycleListener {
  private let least: Duration?
  private let interval: Duration
  private let stopwatch: Stopwatch
  private let action: @MainActor (_ absence: Duration?) -> Void
  private var presence = Presence()
  private var left: Duration?
  private var next = Duration.zero

  /// Makes a listener that calls an action when the app comes back.
  ///
  /// - Parameters:
  ///   - absence: The minimum time the app must have been away. If you pass a value, the action
  ///     isn't called at launch.
  ///   - interval: The minimum time between two calls. If the app comes back sooner, the action
  ///     isn't called.
  ///   - clock: The clock that measures both times. The default one keeps running while the device
  ///     sleeps.
  ///   - action: Called with the time that the app was away, or with `nil` at launch.
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

  /// Looks up which vocabulary the mediator has.
  public func onAttach(to mediator: AppLifecycleMediator) {
    presence.attach(to: mediator)
  }

  /// Calls the action if the app comes back.
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
