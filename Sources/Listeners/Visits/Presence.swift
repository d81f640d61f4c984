import LifecycleBus

/// Whether the user is there. A Mac's app is shown all the time, so its user leaves when it isn't
/// active.
struct Presence {
  enum Change { case came, left }

  private(set) var isThere = false
  private var isOfMac = false
  /// Left by a sleep only, so the user is there again when the machine wakes up.
  private var isAsleep = false
  private var isNew = true
  private var isOver = false

  @MainActor
  mutating func attach(to mediator: AppLifecycleMediator) {
    if mediator.vocabulary.hasBackground(of: .appKit) {
      isOfMac = true
    }
  }

  mutating func change(by context: AppLifecycleContext) -> Change? {
    lookAtFirst(context)
    if isOver { return nil }

    switch context.event {
    case .didBecomeActive:
      return come()
    case .willEnterForeground where !isOfMac:
      return come()
    case .systemDidWake where isAsleep:
      return come()
    case .willResignActive where isOfMac, .didEnterBackground:
      return leave()
    case .systemWillSleep:
      return leave(asleep: isThere || isAsleep)
    case .willTerminate:
      isOver = true
      return leave()
    default:
      return nil
    }
  }

  /// Attached in use, the user is there already. A replay lets the user come.
  private mutating func lookAtFirst(_ context: AppLifecycleContext) {
    guard isNew else { return }
    isNew = false

    if context.previousState == .active, context.origin != .replayed {
      isThere = true
    }
  }

  private mutating func come() -> Change? {
    let wasThere = isThere
    isThere = true
    isAsleep = false

    if wasThere { return nil }
    return .came
  }

  private mutating func leave(asleep: Bool = false) -> Change? {
    let wasThere = isThere
    isThere = false
    isAsleep = asleep

    if wasThere { return .left }
    return nil
  }
}
