import LifecycleBus

/// A mediator of the reference: its listeners, its place in the life cycle, and its holds.
@MainActor
final class RefMediator {
  /// How much of the place in the life cycle is a fact.
  enum Certainty {
    case assumed, launchOnly, known
  }

  let id: Int
  let isLifecycle: Bool
  let store = RefStore()
  var hold = RefHolds()
  /// The centers that it observes, and those where it observes scenes.
  var centers: [RefCenter] = []
  var sceneCenters: [RefCenter] = []
  /// What was posted with the launch.
  var launchPayload: RefPayload?
  /// Whether the process was suspended and could not post that.
  var hasMissedSuspension = false
  var scenes: [Int: AppSceneState] = [:]
  /// The life-cycle event that happened last.
  private(set) var last: AppLifecycleEvent?
  private var certainty = Certainty.known
  /// During an event: the life-cycle event before it.
  var lastBefore: AppLifecycleEvent??
  /// The event under way.
  var current: RefEvent?
  var isProbed = false
  /// Whether events reach it.
  var isOpen = true
  /// Whether its listeners are released.
  var isReleased = false
  /// How many posts are under way that need its listeners.
  var keepers = 0
  /// How many of its methods are being called; each keeps it alive.
  var frames = 0
  var isDropped = false

  init(id: Int, isLifecycle: Bool, state: AppLifecycleState) {
    self.id = id
    self.isLifecycle = isLifecycle
    guard state != .notRunning else { return }
    certainty = .assumed
    last =
      switch state {
      case .notRunning: nil
      case .inactive: .didFinishLaunching
      case .active: .didBecomeActive
      case .background: .didEnterBackground
      case .terminated: .willTerminate
      }
  }

  var state: AppLifecycleState { last?.resultingState ?? .notRunning }

  /// The last life-cycle event that a listener that is attached now has missed.
  var start: AppLifecycleEvent? { lastBefore ?? last }

  func advance(by event: AppLifecycleEvent) {
    if event.direction == .none { return }
    last = event
    certainty = .known
    hasMissedSuspension = false
  }

  /// A replay makes facts of assumptions.
  func confirm(launchOnly: Bool) {
    if certainty != .known { certainty = launchOnly ? .launchOnly : .known }
  }

  /// What is delivered for a post; empty if it is dropped.
  func steps(for event: AppLifecycleEvent) -> [AppLifecycleEvent] {
    if !isLifecycle { return [event] }
    if hasMissedSuspension, event == .willEnterForeground, isInForeground {
      return Self.walk(.didEnterBackground, after: last) + [event]
    }
    // An app that posts has not terminated.
    let isWrong = certainty == .assumed && last == .willTerminate
    let steps = Self.walk(event, after: isWrong ? nil : last)
    guard steps.isEmpty else { return steps }
    switch certainty {
    case .known: return []
    case .launchOnly: return event == .didFinishLaunching ? [] : [event]
    case .assumed: return [event]
    }
  }

  private var isInForeground: Bool {
    last == .willEnterForeground || last == .didBecomeActive || last == .willResignActive
  }

  private struct Question: Hashable {
    let event: AppLifecycleEvent
    let last: AppLifecycleEvent?
  }

  /// The answers of `LegalWalk` so far, because it searches for each.
  private static var walks: [Question: [AppLifecycleEvent]] = [:]

  private static func walk(
    _ event: AppLifecycleEvent, after last: AppLifecycleEvent?
  ) -> [AppLifecycleEvent] {
    let question = Question(event: event, last: last)
    if let known = walks[question] { return known }
    let steps = LegalWalk.relayed(event, after: last)
    walks[question] = steps
    return steps
  }

  /// Why an event is dropped.
  func reason(against event: AppLifecycleEvent) -> AppLifecycleAnomaly {
    if last == .willTerminate { return .afterTermination(event) }
    return last == event ? .duplicate(event) : .unexpected(event, state: state)
  }
}

/// An event on its way to the listeners of a mediator.
struct RefEvent {
  let mediator: RefMediator
  let event: AppLifecycleEvent
  let state: AppLifecycleState
  let before: AppLifecycleState
  let origin: AppLifecycleContext.Origin
  let payload: RefPayload?
  let center: RefCenter
  /// The mediator's, and those of the groups around the listener.
  var stores: [RefStore]
  /// The values of the former launch, which go when this one is over.
  var former: RefPayload?
  var isMirrored = false
  var isProbed = false
  /// The names of the groups around the listener, for the probe.
  var prefix = ""

  /// What a listener sees of it: its own method first.
  func calls(of listener: Int) -> [Seen] {
    let heard = Seen.heard(
      listener: listener, event, state, before: before, origin, payload: payload?.number)
    let kind = ActSequence.Kind(of: listener)
    return kind == .typed ? [.typed(listener: listener, event), heard] : [heard]
  }
}
