#if os(Linux)
  import LifecycleBus
  import LifecycleBusSignals

  /// Where an event of the soak comes from, and its number among those of the same origin.
  struct PostMark {
    enum Origin: Int, CaseIterable {
      /// Posted on the main actor.
      case main
      /// Posted from another actor, with `await`.
      case elsewhere
      /// Posted raw, on a thread.
      case thread
    }

    static let key = "mark"
    let origin: Origin
    let number: Int
  }

  /// Counts what one mediator relays. Each origin's events have to come without a gap, in order.
  @MainActor
  final class EventCount: AppLifecycleListener {
    private(set) var total = 0
    private(set) var received = [Int](repeating: 0, count: PostMark.Origin.allCases.count)
    private(set) var misplaced = 0

    func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
      guard context.origin == .posted else { return }
      total += 1
      guard let mark = context.userInfo?[PostMark.key] as? PostMark else { return }
      if mark.number != received[mark.origin.rawValue] { misplaced += 1 }
      received[mark.origin.rawValue] += 1
    }
  }

  /// Counts the suspensions of which each step was relayed once, in order.
  @MainActor
  final class SuspensionCount: AppLifecycleListener {
    private(set) var whole = 0
    private var step = 0
    private var missesOne: Bool
    private let steps: [(AppLifecycleEvent, ProcessSignal)] = [
      (.willResignActive, .suspend), (.didEnterBackground, .suspend),
      (.willEnterForeground, .resume), (.didBecomeActive, .resume),
    ]

    /// - Parameter missesOne: Whether one of the first steps is ignored, as a planted fault.
    init(missesOne: Bool) { self.missesOne = missesOne }

    func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
      // The others are the soak's own.
      guard let signal = context.signal else { return }
      if missesOne, event == .willEnterForeground {
        missesOne = false
        return
      }
      step = (event, signal) == steps[step] ? step + 1 : 0
      guard step == steps.count else { return }
      step = 0
      whole += 1
    }
  }
#endif
