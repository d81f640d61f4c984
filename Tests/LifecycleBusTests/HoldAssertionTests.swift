import Foundation
import TestSupport
import Testing

@testable import LifecycleBus
@testable import LifecycleBusSignals

@MainActor
@Suite("The system's background assertion", .timeLimit(.minutes(hangMinutes)))
struct HoldAssertionTests {
  let bus = TestBus()
  let system = FakeBackgroundTime()

  init() { bus.mediator.backgroundTime = system }

  @Test(
    "the assertion lasts from first hold to last release (42)",
    arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]])
  func beginsAndEnds(order: [Int]) async {
    let holds = ["a", "b", "c"].map { bus.mediator.hold($0) }
    #expect(system.journal == ["begin a"])
    for index in order {
      #expect(system.journal == ["begin a"])
      holds[index].release()
      holds[index].release()
    }
    await nextMainTurn()
    #expect(system.journal == ["begin a", "end"])
  }

  @Test("an expiry ends holds and assertion before it returns (42)")
  func expires() async {
    let (first, second) = (bus.mediator.hold("a"), bus.mediator.hold("b"))
    system.expire()
    #expect(system.journal == ["begin a", "end"])
    #expect(bus.anomalies == [.holdsExpired(["a", "b"])])
    #expect(!first.isOpen && !second.isOpen)
    first.release()
    second.release()
    system.expire()
    await nextMainTurn()
    #expect(system.journal == ["begin a", "end"])
    #expect(bus.anomalies.count == 1)
  }

  @Test("after an expiry the next hold asks the system anew (42)")
  func countsAgain() {
    let hold = bus.mediator.hold("a")
    system.expire()
    #expect(!hold.isOpen)
    let next = bus.mediator.hold("b")
    #expect(!next.wasTakenTooLate && next.isOpen)
    #expect(system.journal == ["begin a", "end", "begin b"])
  }

  @Test("an expiry without open holds changes nothing (42)")
  func expiryWithoutHolds() {
    bus.mediator.hold("a").release()
    system.expire()
    let next = bus.mediator.hold("b")
    #expect(!next.wasTakenTooLate && next.isOpen)
    #expect(system.journal == ["begin a", "end", "begin b"])
  }

  @Test("a hold taken during an expiry is too late (42)")
  func takenWhileExpiring() {
    var taken: AppLifecycleHold?
    let hold = bus.mediator.hold("a") { [bus] in taken = bus.mediator.hold("b") }
    system.expire()
    #expect(!hold.isOpen)
    #expect(taken?.wasTakenTooLate == true)
    #expect(system.journal == ["begin a", "end"])
  }

  @Test("a hold during a replacement begins the new assertion (42)")
  func takenWhileReplaced() {
    final class Ending: AppLifecycleBackgroundTime {
      var onEnd: @MainActor () -> Void = {}
      var journal: [String] = []
      func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {
        journal.append("begin")
      }
      func end() {
        journal.append("end")
        onEnd()
      }
    }
    let (old, new) = (Ending(), Ending())
    bus.mediator.backgroundTime = old
    let first = bus.mediator.hold("a")
    var second: AppLifecycleHold?
    old.onEnd = { [bus] in second = bus.mediator.hold("b") }
    bus.mediator.backgroundTime = new
    #expect(old.journal == ["begin", "end"])
    #expect(new.journal == ["begin"])
    #expect(first.isOpen && second?.isOpen == true)
    bus.mediator.backgroundTime = nil
    #expect(new.journal == ["begin", "end"])
  }

  @Test("the background time is released on the main actor (42)")
  func releasedOnMainActor() async {
    final class Counted: AppLifecycleBackgroundTime {
      let elsewhere: LockedFlag
      init(_ elsewhere: LockedFlag) { self.elsewhere = elsewhere }
      func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {}
      func end() {}
      deinit { if !MainActorContext.isCurrent { elsewhere.set() } }
    }
    @concurrent func releaseElsewhere(_ mediator: consuming AppLifecycleMediator) async {
      _ = consume mediator
    }
    let elsewhere = LockedFlag()
    for _ in 0..<300 {
      let mediator = AppLifecycleMediator(notificationCenter: bus.center)
      mediator.backgroundTime = Counted(elsewhere)
      await releaseElsewhere(mediator)
    }
    await nextMainTurn()
    #expect(!elsewhere.value)
  }

  @Test("release and expiry together end the assertion once (42)")
  func expiryAfterRelease() async {
    bus.mediator.hold("a").release()
    system.expire()
    await nextMainTurn()
    #expect(system.journal == ["begin a", "end"])
    #expect(bus.anomalies == [])
  }

  @Test("an expiry ends the wait for the holds (42)")
  func expiryEndsTheWait() async {
    let clock = ManualClock()
    let hold = bus.mediator.hold("a")
    let waiting = Task { await bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock) }
    _ = await clock.nextSleep()
    system.expire()
    #expect(await waiting.value == ["a"])
    #expect(bus.anomalies == [.holdsExpired(["a"])])
    #expect(!hold.isOpen)
  }

  @Test("an expired budget ends the assertion (42)")
  func budgetRunsOut() async {
    let hold = bus.mediator.hold("a")
    #expect(await bus.mediator.waitForHolds(upTo: .zero) == ["a"])
    #expect(system.journal == ["begin a", "end"])
    #expect(!hold.isOpen)
  }

  @Test("a hold soon after a release keeps the assertion (42)")
  func handedOver() async {
    bus.mediator.hold("a").release()
    let second = bus.mediator.hold("b")
    await nextMainTurn()
    #expect(system.journal == ["begin a"])
    second.release()
    await nextMainTurn()
    #expect(system.journal == ["begin a", "end"])
  }

  @Test("a former assertion's expiry is ignored (42)")
  func beginsAnew() async {
    bus.mediator.hold("a").release()
    await nextMainTurn()
    let second = bus.mediator.hold("b")
    system.expire(0)
    #expect(second.isOpen)
    #expect(system.journal == ["begin a", "end", "begin b"])
    second.release()
    await nextMainTurn()
    #expect(system.journal == ["begin a", "end", "begin b", "end"])
  }

  @Test("a hold expires if the system gives no time (42)")
  func noTime() {
    system.hasTime = false
    let hold = bus.mediator.hold("a")
    #expect(!hold.isOpen)
    #expect(system.journal == ["begin a", "end"])
    #expect(bus.anomalies == [.holdsExpired(["a"])])
  }

  @Test("releases elsewhere end the assertion on the main actor (42)")
  func otherThreads() async {
    let holds = (0..<16).map { bus.mediator.hold("\($0)") }
    let gate = StartingGate(runners: 4)
    await withTaskGroup(of: Void.self) { group in
      for first in 0..<4 {
        group.addTask {
          await withCheckedContinuation { done in
            Thread.detachNewThread {
              gate.arrive()
              for index in stride(from: first, to: 16, by: 4) { holds[index].release() }
              done.resume()
            }
          }
        }
      }
    }
    await nextMainTurn()
    #expect(system.journal == ["begin 0", "end"])
  }

  @Test("the assertion may outlive the mediator (42)")
  func mediatorGone() async {
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(
      notificationCenter: NotificationCenter())
    mediator?.backgroundTime = system
    let hold = mediator?.hold("a")
    mediator = nil
    #expect(system.journal == ["begin a"])
    hold?.release()
    await nextMainTurn()
    #expect(system.journal == ["begin a", "end"])
  }

  @Test("a new background time begins and the former one ends (42)")
  func replaced() async {
    let hold = bus.mediator.hold("a")
    let other = FakeBackgroundTime()
    bus.mediator.backgroundTime = other
    #expect(system.journal == ["begin a", "end"])
    #expect(other.journal == ["begin a"])
    hold.release()
    await nextMainTurn()
    #expect(other.journal == ["begin a", "end"])
  }

  @Test("a background time's deinit may use the mediator (18)")
  func goes() {
    final class Parting: AppLifecycleBackgroundTime {
      let parting: @MainActor () -> Void
      init(_ parting: @escaping @MainActor () -> Void) { self.parting = parting }
      deinit { MainActor.assumeIsolated(parting) }
      func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {}
      func end() {}
    }
    let mediator = bus.mediator
    var found: [Bool] = []
    mediator.backgroundTime = Parting { found.append(mediator.backgroundTime === system) }
    mediator.backgroundTime = system
    #expect(found == [true])
  }
}

/// A fake of the system's assertion, which records its calls.
@MainActor
final class FakeBackgroundTime: AppLifecycleBackgroundTime {
  var journal: [String] = []
  var hasTime = true
  private var expirations: [@MainActor @Sendable () -> Void] = []

  func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {
    journal.append("begin \(reason)")
    expirations.append(onExpiration)
    if !hasTime { onExpiration() }
  }

  func end() { journal.append("end") }

  /// The system's time runs out, for the latest assertion or for an earlier one.
  func expire(_ index: Int? = nil) {
    expirations[index ?? expirations.count - 1]()
  }
}
