import LifecycleBus

extension Model {
  /// Where an app stands, and which events are legal there (behaviours 20 to 31 and 50 to 52).
  ///
  /// The tables write L for didFinishLaunching, F for willEnterForeground, A for didBecomeActive, R
  /// for willResignActive, B for didEnterBackground, and T for willTerminate.
  struct Walk {
    private enum Certainty { case assumed, launchIsFact, fact }
    private static let letters = Dictionary(
      uniqueKeysWithValues: zip("LFARBT", AppLifecycleEvent.allCases))
    /// The events that are legal after an event, each behind the steps that are missing before it.
    private static let legal: [AppLifecycleEvent?: [String]] = [
      nil: ["L", "LF", "LA", "LR", "LB", "T"],
      .didFinishLaunching: ["F", "A", "B", "BT"],
      .willEnterForeground: ["A", "B", "BT"],
      .didBecomeActive: ["R", "RB", "RBT"],
      .willResignActive: ["A", "B", "BT"],
      .didEnterBackground: ["F", "FA", "T"],
    ]
    /// The replay of the state after an event.
    private static let replays: [AppLifecycleEvent?: String] = [
      .didFinishLaunching: "L", .willEnterForeground: "LF", .didBecomeActive: "LFA",
      .willResignActive: "LF", .didEnterBackground: "LB",
    ]
    /// The last event that led somewhere; `nil` before the launch.
    private(set) var last: AppLifecycleEvent?
    private var certainty = Certainty.fact
    var state: AppLifecycleState { last?.resultingState ?? .notRunning }

    init(_ state: AppLifecycleState) {
      last = AppLifecycleEvent.allCases.first { $0.resultingState == state }
      if last != nil { certainty = .assumed }
    }

    private static func events(_ letters: String) -> [AppLifecycleEvent] {
      letters.compactMap { Self.letters[$0] }
    }

    mutating func advance(by event: AppLifecycleEvent) {
      if event.resultingState != nil { (last, certainty) = (event, .fact) }
    }

    /// A listener has received a replay, so that what was assumed is a fact now (25, 51).
    mutating func confirm(onlyLaunch: Bool) {
      if certainty != .fact { certainty = onlyLaunch ? .launchIsFact : .fact }
    }

    /// The steps that are missing before an event; `nil` where it is dropped.
    func steps(before event: AppLifecycleEvent) -> [AppLifecycleEvent]? {
      // An app that posts has not terminated.
      if certainty == .assumed, state == .terminated {
        return Walk(.notRunning).steps(before: event)
      }
      if event.resultingState == nil { return state == .terminated ? nil : [] }
      let legal = Self.legal[last]?.map(Self.events).first { $0.last == event }?.dropLast()
      let isFact = certainty == .fact || certainty == .launchIsFact && event == .didFinishLaunching
      return legal.map(Array.init) ?? (isFact ? nil : [])
    }

    /// The report of an event that is dropped here.
    func anomaly(dropping event: AppLifecycleEvent) -> AppLifecycleAnomaly {
      if state == .terminated { return .afterTermination(event) }
      return event == last ? .duplicate(event) : .unexpected(event, state: state)
    }

    /// The events that are replayed to a listener that is attached here (21 to 23).
    func replayed(_ replay: Replay) -> [AppLifecycleEvent] {
      guard let letters = Self.replays[last], replay != .none else { return [] }
      return Self.events(replay == .launch ? "L" : letters)
    }
  }
}
