#if os(Linux)
  import Foundation
  import LifecycleBus
  import TestSupport

  /// The events: most of them posted on the main actor, one in twenty on a thread, one in twenty
  /// from a task.
  @MainActor
  final class Traffic: Load {
    private let bus: Bus
    private let thread: ThreadPoster
    private let task: TaskPoster
    private var loses: Bool
    private var posted = [Int](repeating: 0, count: PostMark.Origin.allCases.count)
    private let conditions = AppLifecycleVocabulary.current.namedEvents.filter {
      $0.resultingState == nil
    }
    private var stream: Task<Int, Never>?

    init(_ bus: Bus, planted: PlantedFault?) {
      self.bus = bus
      loses = planted == .lost
      thread = ThreadPoster(RemotePoster(bus.center))
      task = TaskPoster(bus.center)
      // Stays, and gets each event of the second mediator.
      let events = bus.second.events()
      stream = Task {
        var count = 0
        for await _ in events { count += 1 }
        return count
      }
    }

    /// How many events were posted.
    var relays: Int { posted.reduce(0, +) }

    func act(_ random: inout SeededGenerator) {
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        posted[PostMark.Origin.thread.rawValue] += 1
        thread.post()
      case 1:
        posted[PostMark.Origin.elsewhere.rawValue] += 1
        task.post()
      case 2 where bus.first.state == .active:
        post(.willResignActive)
        post(.didBecomeActive)
      default:
        if let event = conditions.randomElement(using: &random) { post(event) }
      }
    }

    private func post(_ event: AppLifecycleEvent) {
      let mark = PostMark(origin: .main, number: posted[PostMark.Origin.main.rawValue])
      posted[mark.origin.rawValue] += 1
      if loses, mark.number == 1000 { return }
      bus.center.post(event, userInfo: [PostMark.key: mark])
    }

    /// Waits until the events of the thread and the task have been relayed, and compares.
    func finish() async {
      let limit = ContinuousClock.now + .seconds(60)
      while bus.secondCount.received != posted, ContinuousClock.now < limit {
        try? await Task.sleep(for: .milliseconds(5))
      }
      for (name, count) in [("first", bus.firstCount), ("second", bus.secondCount)] {
        if count.received != posted || count.misplaced > 0 {
          bus.note(
            "the \(name) mediator relayed \(count.received) of \(posted) posts, "
              + "\(count.misplaced) of them out of order")
        }
      }
      if bus.postedOffMain != posted[PostMark.Origin.thread.rawValue] {
        bus.note("\(bus.postedOffMain) posts off the main actor were reported")
      }
    }

    /// Compares the stream, after the end of the life cycle.
    func finishStream() async {
      let count = await stream?.value ?? 0
      if count != bus.secondCount.total {
        bus.note("a stream had \(count) of \(bus.secondCount.total) posts")
      }
    }

    func count(in totals: inout Totals) {
      totals.relays = relays
      totals.relaysOffTheMainActor = relays - posted[PostMark.Origin.main.rawValue]
    }
  }
#endif
