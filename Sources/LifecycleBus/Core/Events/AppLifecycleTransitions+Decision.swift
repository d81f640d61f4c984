extension AppLifecycleTransitions {
  /// What a mediator with the policy `.lifecycle` does with an event.
  enum Decision: Equatable, Sendable {
    /// Deliver the missing steps, and then the event.
    case relay(missing: [AppLifecycleEvent])
    /// Drop the event, for this reason.
    case drop(AppLifecycleAnomaly)
  }

  /// Decides about an event. A first notification wins over an assumed position.
  func decision(on event: AppLifecycleEvent) -> Decision {
    // An app that posts events has not terminated, so the assumption is void.
    if certainty == .assumed, position == .terminated {
      return AppLifecycleTransitions().tableDecision(on: event)
    }
    let decision = tableDecision(on: event)
    guard case .drop = decision else { return decision }
    return switch certainty {
    case .known: decision
    case .launched: event == .didFinishLaunching ? decision : .relay(missing: [])
    case .assumed: .relay(missing: [])
    }
  }

  private func tableDecision(on event: AppLifecycleEvent) -> Decision {
    switch (position, event) {
    case (.terminated, _):
      return .drop(.afterTermination(event))
    case (_, _) where event.direction == .none:
      return .relay(missing: [])
    case (.active, .willEnterForeground) where hasMissedSuspension:
      return .relay(missing: [.willResignActive, .didEnterBackground])
    case (.entering, .willEnterForeground) where hasMissedSuspension,
      (.resigned, .willEnterForeground) where hasMissedSuspension:
      return .relay(missing: [.didEnterBackground])
    case (_, _) where Position(after: event) == position:
      return .drop(.duplicate(event))

    // No launch is synthesized before the end of a process that never launched, because startup
    // work would be wasted there.
    case (.notRunning, .didFinishLaunching), (.notRunning, .willTerminate):
      return .relay(missing: [])
    case (.notRunning, _):
      return .relay(missing: [.didFinishLaunching])

    // willResignActive is legal after didBecomeActive only: a listener that tears down there must
    // have set up before.
    case (.launched, .willEnterForeground),
      (.launched, .didBecomeActive), (.entering, .didBecomeActive), (.resigned, .didBecomeActive),
      (.active, .willResignActive),
      (.launched, .didEnterBackground), (.entering, .didEnterBackground),
      (.resigned, .didEnterBackground),
      (.background, .willEnterForeground), (.background, .willTerminate):
      return .relay(missing: [])

    case (.background, .didBecomeActive):
      return .relay(missing: [.willEnterForeground])
    case (.active, .didEnterBackground):
      return .relay(missing: [.willResignActive])
    // didEnterBackground is where listeners save, so it comes before each end in the foreground.
    case (.active, .willTerminate):
      return .relay(missing: [.willResignActive, .didEnterBackground])
    case (.launched, .willTerminate), (.entering, .willTerminate), (.resigned, .willTerminate):
      return .relay(missing: [.didEnterBackground])

    default:
      return .drop(.unexpected(event, state: state))
    }
  }

  /// The shortest sequence to this position, for a new listener.
  var replay: [AppLifecycleEvent] {
    switch position {
    case .notRunning, .terminated: []
    case .launched: [.didFinishLaunching]
    case .entering, .resigned: [.didFinishLaunching, .willEnterForeground]
    case .active: [.didFinishLaunching, .willEnterForeground, .didBecomeActive]
    case .background: [.didFinishLaunching, .didEnterBackground]
    }
  }
}
