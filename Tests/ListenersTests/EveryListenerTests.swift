import LifecycleBus
import Listeners
import TestSupport
import Testing

/// Rules that hold for each listener of the module.
@MainActor
@Suite("Every listener")
struct EveryListenerTests {
  enum Kind: CaseIterable {
    case group, recording, log, startup, foreground, sessions

    @MainActor
    func make() -> any AppLifecycleListener & AnyObject {
      switch self {
      case .group: ListenerGroup { RecordingListener() }
      case .recording: RecordingListener()
      case .log: EventLog(sink: { _ in })
      case .startup:
        StartupCommands {
          StartupCommand("now") {}
          StartupCommand("later", phase: .deferred) {}
        }
      case .foreground: ForegroundTask {}
      case .sessions: SessionTracker(.memory)
      }
    }
  }

  @Test(
    "attached twice and late, it goes through any two scenarios (5, 21)",
    arguments: Kind.allCases, AppLifecycleScenario.all)
  func anyScenario(kind: Kind, first: AppLifecycleScenario) {
    for policy in [AppLifecycleMediator.Policy.asPosted, .balanced, .balanced.mirrored] {
      let bus = TestBus(policy: policy)
      first.play(on: bus.center)
      let listener = kind.make()
      let attachment = bus.mediator.attach(listener, replay: .state)
      #expect(bus.mediator.attach(listener, replay: .state) === attachment)
      for second in AppLifecycleScenario.all { second.play(on: bus.center) }
      #expect(bus.mediator.listenerCount == 1)
    }
  }

  @Test(
    "attached weakly or to a released mediator, it is freed with its last reference (13, 14)",
    arguments: Kind.allCases)
  func mediatorGoesFirst(kind: Kind) {
    let bus = TestBus()
    weak var listener: (any AppLifecycleListener & AnyObject)?
    do {
      let made = kind.make()
      listener = made
      bus.mediator.attach(weakly: made)
      let other = AppLifecycleMediator(listeners: [made], notificationCenter: bus.center)
      bus.post(.didFinishLaunching)
      #expect(other.listenerCount == 1)
    }
    bus.post(.didBecomeActive)
    #expect(listener == nil)
    #expect(bus.mediator.listenerCount == 0)
  }
}

@MainActor
@Suite("Closure listener")
struct ClosureListenerTests {
  private let bus = TestBus()

  @Test(
    "a closure is called for its events only, with the context, and without events for each",
    arguments: AppLifecycleEvent.named)
  func events(event: AppLifecycleEvent) {
    var (all, some): ([AppLifecycleContext], [AppLifecycleContext]) = ([], [])
    bus.mediator.attach(ClosureListener { all.append($0) })
    bus.mediator.attach(
      ClosureListener("two", .didBecomeActive, .willTerminate) { some.append($0) })
    bus.post(event)
    #expect(all.map(\.event) == [event])
    let isItsOwn = event == .didBecomeActive || event == .willTerminate
    #expect(some.map(\.event) == (isItsOwn ? [event] : []))
    #expect((all + some).allSatisfy { $0.previousState == .notRunning })
  }
}

@MainActor
@Suite("Recording listener")
struct RecordingListenerTests {
  private let recording = RecordingListener()

  /// A task that waits for an event, and has begun to.
  private func waiter(
    _ event: AppLifecycleEvent, count: Int = 1
  ) async -> Task<[AppLifecycleEvent], any Error> {
    let isWaiting = Gate()
    let waiting = Task {
      isWaiting.open()
      try await recording.wait(for: event, count: count)
      return recording.events
    }
    await isWaiting.wait()
    return waiting
  }

  @Test("events and contexts are recorded in order, and not waited for again")
  func remembers() async throws {
    let bus = TestBus(policy: .balanced)
    bus.mediator.attach(recording)
    bus.post(.didBecomeActive, .didReceiveMemoryWarning)
    #expect(recording.events == [.didFinishLaunching, .didBecomeActive, .didReceiveMemoryWarning])
    #expect(recording.contexts.map(\.state) == [.inactive, .active, .active])
    #expect(recording.contexts.map(\.origin) == [.synthesized, .posted, .posted])
    try await recording.wait(for: .didBecomeActive)
  }

  @Test("a wait ends with its event and count only")
  func waits() async throws {
    let waiting = await waiter(.didBecomeActive, count: 2)
    for event in [AppLifecycleEvent.didBecomeActive, .willResignActive, .didBecomeActive] {
      recording.receive(event)
      await Task.yield()
    }
    #expect(try await waiting.value.count == 3)
  }

  @Test("a wait cancelled before or during it throws")
  func cancelled() async throws {
    let waiting = await waiter(.didBecomeActive)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }

    let early = Task { try await recording.wait(for: .didBecomeActive) }
    early.cancel()
    await #expect(throws: CancellationError.self) { try await early.value }
    recording.receive(.didBecomeActive)
  }
}
