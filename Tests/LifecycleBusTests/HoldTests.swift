import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

@MainActor
@Suite("Holds", .timeLimit(.minutes(hangMinutes)))
struct HoldTests {
  private let bus = TestBus()
  private let clock = ManualClock()

  /// A wait that has begun.
  private func beginWait() async -> Task<[String], Never> {
    let waiting = Task { await bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock) }
    await clock.waitForSleepers()
    return waiting
  }

  /// Lets the budget of the open holds run out.
  private func expire() async -> [String] {
    let waiting = await beginWait()
    clock.advance(by: .seconds(5))
    return await waiting.value
  }

  @Test("the wait lasts until each hold is released, once or twice, or dropped (39, 41)")
  func releases() async {
    let first = bus.mediator.hold("first")
    var second: AppLifecycleHold? = bus.mediator.hold("second")
    #expect(bus.mediator.openHolds == ["first", "second"])
    #expect(second?.isOpen == true)

    let waiting = await beginWait()
    first.release()
    first.release()
    #expect(!first.isOpen)
    #expect(bus.mediator.openHolds == ["second"])

    second = nil
    #expect(await waiting.value == [])
    #expect(bus.mediator.openHolds == [])

    // Without a hold it ends at once.
    #expect(await bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock) == [])
    #expect(bus.anomalies == [])
  }

  @Test(
    "when the budget runs out, the open holds are named, and late releases are harmless (40, 42)")
  func expiry() async {
    var told: [String] = []
    let system = FakeBackgroundTime()
    bus.mediator.backgroundTime = system
    let holds = ["upload", "done", "save"].map { reason in
      bus.mediator.hold(reason) { told.append(reason) }
    }
    holds[1].release()

    #expect(await expire() == ["upload", "save"])
    #expect(told == ["upload", "save"])
    #expect(bus.anomalies == [.holdsExpired(["upload", "save"])])
    #expect(system.journal == ["begin upload", "end"])

    for hold in holds {
      #expect(!hold.isOpen)
      hold.release()
    }
    #expect(bus.anomalies.count == 1)
  }

  @Test(
    "a budget beyond each clock waits like a long one, and the shortest one ends all (40)",
    arguments: [Int64.max, 1 << 40])
  func severalWaits(seconds: Int64) async {
    let hold = bus.mediator.hold("work")
    let long = Task { await bus.mediator.waitForHolds(upTo: .seconds(seconds)) }
    await Task.yield()

    #expect(await bus.mediator.waitForHolds(upTo: .zero) == ["work"])
    #expect(!hold.isOpen)
    _ = await long.value
  }

  @Test("a hold counts during the wait, and after it for the next one (41, 58)")
  func takenLate() async {
    let first = bus.mediator.hold("first")
    let waiting = await beginWait()

    let second = bus.mediator.hold("second")
    first.release()
    #expect(second.isOpen)
    second.release()
    #expect(await waiting.value == [])

    let late = bus.mediator.hold("late")
    #expect(late.isOpen)
    #expect(!late.wasTakenTooLate)
    #expect(await expire() == ["late"])
    #expect(bus.mediator.hold("after").isOpen)
  }

  @Test("a hold that is taken while the open ones expire is ignored, then and later (41)")
  func takenWhileExpiring() async {
    let taken = Slot<[AppLifecycleHold]>([])
    let system = FakeBackgroundTime()
    bus.mediator.backgroundTime = system
    let first = bus.mediator.hold("first") { [bus] in
      taken.value?.append(bus.mediator.hold("late"))
    }
    // Here the system's own time runs out, too.
    let second = bus.mediator.hold("second") { [bus] in
      system.expire()
      taken.value?.append(bus.mediator.hold("late"))
    }

    #expect(await expire() == ["first", "second"])

    #expect(taken.value?.map(\.isOpen) == [false, false])
    #expect(taken.value?.map(\.wasTakenTooLate) == [true, true])
    #expect(await bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock) == [])
    withExtendedLifetime(first) {}
    withExtendedLifetime(second) {}
  }

  @Test("a hold is open in each state, and a callback may take and release it (18, 58)")
  func eachState() {
    var holds: [AppLifecycleHold] = []
    bus.mediator.on { _ in
      bus.mediator.hold("brief").release()
      holds.append(bus.mediator.hold("save"))
    }

    bus.play(.coldLaunchWithScenes, .terminatedInForeground)

    #expect(bus.mediator.openHolds == Array(repeating: "save", count: 6))
    withExtendedLifetime(holds) {}
  }

  @Test(
    "only the foreground ends the wait, and leaves the holds open (41)",
    arguments: [AppLifecycleEvent.willEnterForeground, .didBecomeActive])
  func foreground(event: AppLifecycleEvent) async {
    let hold = bus.mediator.hold("upload")
    let waiting = await beginWait()

    bus.post(event)

    #expect(await waiting.value == [])
    #expect(hold.isOpen)
  }

  @Test("a launch does not end the wait, so the way down does not end its own (41)")
  func launch() async {
    let bus = TestBus(policy: .balanced)
    let hold = bus.mediator.hold("upload")
    async let expired = bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock)
    await clock.waitForSleepers()

    bus.post(.didEnterBackground)
    #expect(bus.anomalies == [.synthesized(.didFinishLaunching, before: .didEnterBackground)])

    clock.advance(by: .seconds(5))
    #expect(await expired == ["upload"])
    #expect(!hold.isOpen)
  }

  @Test("releases on many threads end the wait and the assertion once (36, 39, 42)")
  func manyThreads() async {
    let system = FakeBackgroundTime()
    bus.mediator.backgroundTime = system
    let holds = (0..<64).map { bus.mediator.hold("\($0)") }
    let waiting = await beginWait()

    let gate = StartingGate(runners: 8)
    for first in 0..<8 {
      Thread.detachNewThread {
        gate.arrive()
        for index in stride(from: first, to: 64, by: 8) {
          holds[index].release()
        }
        for index in stride(from: first, to: 64, by: 4) {
          holds[index].release()
        }
      }
    }

    #expect(await waiting.value == [])
    #expect(bus.mediator.openHolds == [])
    await nextMainTurn()
    #expect(system.journal == ["begin 0", "end"])
  }
}

@MainActor
@Suite("The system's background assertion")
struct BackgroundTimeTests {
  private let bus = TestBus()
  private let system = FakeBackgroundTime()

  init() { bus.mediator.backgroundTime = system }

  @Test(
    "the assertion lasts from the first hold to the last release, in any order (42)",
    arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]])
  func firstToLast(order: [Int]) async {
    let holds = ["a", "b", "c"].map { bus.mediator.hold($0) }

    for index in order {
      #expect(system.journal == ["begin a"])
      holds[index].release()
      holds[index].release()
    }
    await nextMainTurn()

    #expect(system.journal == ["begin a", "end"])
  }

  @Test("an expiry ends the holds, the wait and the assertion before it returns, once (42)")
  func expires() async {
    let first = bus.mediator.hold("a")
    let second = bus.mediator.hold("b")
    let clock = ManualClock()
    async let waiting = bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock)
    await clock.waitForSleepers()

    system.expire()
    #expect(system.journal == ["begin a", "end"])
    #expect(!first.isOpen)
    #expect(!second.isOpen)
    #expect(await waiting == ["a", "b"])

    first.release()
    system.expire()
    await nextMainTurn()
    #expect(bus.anomalies == [.holdsExpired(["a", "b"])])

    let next = bus.mediator.hold("c")
    #expect(next.isOpen)
    #expect(system.journal == ["begin a", "end", "begin c"])
  }

  @Test(
    "a hold soon after the last release keeps the assertion; a former one's expiry is void (42)")
  func handedOver() async {
    bus.mediator.hold("a").release()
    var hold = bus.mediator.hold("b")
    await nextMainTurn()
    #expect(system.journal == ["begin a"])

    hold.release()
    await nextMainTurn()
    hold = bus.mediator.hold("c")
    system.expire(0)
    #expect(hold.isOpen)
    #expect(system.journal == ["begin a", "end", "begin c"])

    // An expiry after the last release ends the assertion once, and is no anomaly.
    hold.release()
    system.expire()
    await nextMainTurn()
    #expect(system.journal == ["begin a", "end", "begin c", "end"])
    #expect(bus.anomalies == [])
  }

  @Test("a hold expires at once if the system gives no time (42)")
  func noTime() {
    system.hasTime = false

    let hold = bus.mediator.hold("a")

    #expect(!hold.isOpen)
    #expect(system.journal == ["begin a", "end"])
    #expect(bus.anomalies == [.holdsExpired(["a"])])
  }

  @Test("the assertion may outlive the mediator (42)")
  func mediatorGoes() async {
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(
      notificationCenter: NotificationCenter())
    mediator?.backgroundTime = system
    let hold = mediator?.hold("a")

    mediator = nil
    #expect(system.journal == ["begin a"])
    #expect(hold?.isOpen == true)

    hold?.release()
    await nextMainTurn()
    #expect(system.journal == ["begin a", "end"])
  }

  @Test("an end that is posted in begin comes after the event under way (15, 42)")
  func endInBegin() {
    struct Server: AppLifecycleAsyncListener {}
    bus.mediator.attach(Server())
    bus.attach("plain")
    bus.post(.didFinishLaunching)
    system.onBegin = { [bus] in bus.post(.willTerminate) }

    bus.post(.willResignActive)

    #expect(bus.calls.suffix(2) == ["plain.willResignActive", "plain.willTerminate"])
  }

  @Test("another background time begins when the former one ends, whose end may take a hold (42)")
  func replaced() {
    let other = FakeBackgroundTime()
    var holds = [bus.mediator.hold("a")]
    system.onEnd = { [bus] in holds.append(bus.mediator.hold("b")) }

    bus.mediator.backgroundTime = other
    #expect(system.journal == ["begin a", "end"])
    #expect(other.journal == ["begin a"])
    #expect(holds.map(\.isOpen) == [true, true])

    bus.mediator.backgroundTime = nil
    #expect(other.journal == ["begin a", "end"])
  }
}

/// A fake of the system's assertion.
@MainActor
final class FakeBackgroundTime: AppLifecycleBackgroundTime {
  private(set) var journal: [String] = []
  var hasTime = true
  var onBegin: () -> Void = {}
  var onEnd: () -> Void = {}
  private var expirations: [@MainActor @Sendable () -> Void] = []

  func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {
    journal.append("begin \(reason)")
    expirations.append(onExpiration)
    onBegin()
    if !hasTime {
      onExpiration()
    }
  }

  func end() {
    journal.append("end")
    onEnd()
  }

  /// The time of the last assertion runs out, or that of an earlier one.
  func expire(_ index: Int? = nil) { expirations[index ?? expirations.count - 1]() }
}

@Suite("The time in which a process runs")
struct RunningTimeTests {
  @Test("a short step counts in full, and a gap as a quarter of a second (62)")
  func gaps() {
    let start = ContinuousClock.now
    var time = RunningTime(from: start)

    #expect(time.read(at: start + .milliseconds(100)) == .milliseconds(100))
    #expect(time.read(at: start + .milliseconds(300)) == .milliseconds(300))

    // A night.
    #expect(time.read(at: start + .seconds(30_000)) == .milliseconds(550))
    #expect(time.read(at: start + .seconds(30_000) + .milliseconds(50)) == .milliseconds(600))
  }

  @Test("a sleep is no shorter than it was asked to be")
  func sleep() async throws {
    let start = ContinuousClock.now

    // The time is what is tested: longer than one step.
    try await RunningTime.sleeper(for: .milliseconds(120))()

    #expect(start.duration(to: .now) >= .milliseconds(120))
  }

  @Test("a sleep ends when its task is cancelled")
  func cancelledSleep() async {
    let sleeper = Task { try await RunningTime.sleeper(for: .seconds(1_000))() }

    sleeper.cancel()

    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }
}
