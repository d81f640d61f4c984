import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

/// A part of a service that writes down when each method begins and ends. It can be told to wait.
@MainActor
private final class Part: AppLifecycleAsyncListener, AppNamedListener {
  let listenerName: String
  private let journal: CallJournal
  /// What each event waits for.
  var gates: [AppLifecycleEvent: Gate] = [:]
  var stopsWhenCancelled = false

  init(_ name: String, _ journal: CallJournal) {
    listenerName = name
    self.journal = journal
  }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) async {
    journal.write("\(listenerName) \(event)")
    if let gate = gates[event] {
      await wait(for: gate)
    }
    journal.write(Task.isCancelled ? "\(listenerName) cancelled" : "\(listenerName) done")
  }

  private func wait(for gate: Gate) async {
    guard stopsWhenCancelled else {
      await gate.wait()
      return
    }
    await withTaskCancellationHandler {
      await gate.wait()
    } onCancel: {
      gate.open()
    }
  }
}

@MainActor
@Suite("Async listeners among themselves", .timeLimit(.minutes(hangMinutes)))
struct AsyncChainTests {
  private let journal = CallJournal()
  private let database: Part
  private let server: Part

  init() {
    database = Part("database", journal)
    server = Part("server", journal)
  }

  /// Attaches the database first, as one does, and lets the launch end.
  private func service(_ policy: AppLifecycleMediator.Policy) -> TestBus {
    // With the names of a phone, which has the conditions.
    let bus = TestBus(policy: policy, vocabulary: .uiKit)
    bus.mediator.attach(database)
    bus.mediator.attach(server)
    return bus
  }

  private func expectEnd(of bus: TestBus) async {
    #expect(await bus.mediator.waitForHolds(upTo: .seconds(60)) == [])
  }

  @Test("under .mirrored what is attached first is opened first and closed last (76)")
  func mirrored() async {
    let bus = service(.balanced.mirrored)
    let connecting = Gate()
    database.gates[.didFinishLaunching] = connecting
    let stopping = Gate()
    server.gates[.willTerminate] = stopping

    bus.post(.didFinishLaunching)
    await nextMainTurn()
    await nextMainTurn()
    #expect(journal.lines == ["database didFinishLaunching"])

    connecting.open()
    await bus.mediator.waitForLaunch()
    #expect(journal.lines.suffix(2) == ["server didFinishLaunching", "server done"])

    bus.post(.didEnterBackground, .willTerminate)
    await nextMainTurn()
    #expect(!journal.lines.contains("database willTerminate"))

    stopping.open()
    await expectEnd(of: bus)
    #expect(
      journal.lines.suffix(4) == [
        "server willTerminate", "server done", "database willTerminate", "database done",
      ])
  }

  @Test("without .mirrored a slow upload delays nobody's save (76)")
  func sideBySide() async {
    let bus = service(.balanced)
    let upload = Gate()
    database.gates[.didEnterBackground] = upload

    bus.post(.didFinishLaunching, .didEnterBackground)
    for _ in 0..<6 {
      await nextMainTurn()
    }
    #expect(journal.lines.suffix(2) == ["server didEnterBackground", "server done"])

    upload.open()
    await expectEnd(of: bus)
    #expect(journal.lines.last == "database done")
  }

  @Test("a value does not wait for one that was detached, also not at its address (76)")
  func laterValue() async {
    let bus = TestBus()
    let never = Gate()
    var attachment: AppLifecycleAttachment? = bus.mediator.attach(
      Value { await never.wait() })
    bus.post(.didBecomeActive)
    attachment?.detach()
    attachment = nil

    var calls = 0
    for _ in 0..<100 {
      bus.mediator.attach(Value { calls += 1 })
    }
    bus.post(.didBecomeActive)
    for _ in 0..<4 {
      await nextMainTurn()
    }
    #expect(calls == 100)
    never.open()
  }

  @Test("a memory warning does not wait for the slow method of another listener (76)")
  func condition() async {
    let bus = service(.balanced.mirrored)
    let serving = Gate()
    server.gates[.didBecomeActive] = serving

    bus.post(.didFinishLaunching, .didBecomeActive)
    await bus.mediator.waitForLaunch()
    for _ in 0..<6 {
      await nextMainTurn()
    }
    #expect(journal.lines.last == "server didBecomeActive")

    bus.post(.didReceiveMemoryWarning)
    await nextMainTurn()
    await nextMainTurn()
    #expect(journal.lines.suffix(2) == ["database didReceiveMemoryWarning", "database done"])
    serving.open()
  }

  @Test("on the way down a call that began long ago is waited for, and named first (40, 78)")
  func culpritFirst() async {
    let bus = service(.balanced.mirrored)
    database.gates[.didFinishLaunching] = Gate()
    database.stopsWhenCancelled = true

    bus.post(.didFinishLaunching)
    #expect(bus.mediator.openHolds == [])
    bus.post(.didEnterBackground, .willTerminate)

    #expect(await bus.mediator.waitForHolds(upTo: .zero) == ["database", "server"])
    #expect(bus.anomalies.last == .holdsExpired(["database", "server"]))
  }

  @Test("a clean-up may take some turns, and is over before the waiters go on (77, 79)")
  func cleanUpInTurns() async {
    let bus = TestBus()
    var isClean = false
    let hold = Slot<AppLifecycleHold>()
    hold.value = bus.mediator.hold("connection") {
      Task {
        for _ in 0..<10 {
          await Task.yield()
        }
        isClean = true
        hold.value?.release()
      }
    }

    await bus.mediator.waitForHolds(upTo: .zero)
    #expect(isClean)
  }

  @Test("a call that ignores its cancellation lets the others go on (77)")
  func stubborn() async {
    let bus = service(.balanced.mirrored)
    let never = Gate()
    server.gates[.didEnterBackground] = never

    bus.post(.didFinishLaunching)
    await bus.mediator.waitForLaunch()
    bus.post(.didEnterBackground)
    #expect(await bus.mediator.waitForHolds(upTo: .zero) == ["server", "database"])

    bus.post(.willTerminate)
    await expectEnd(of: bus)
    #expect(journal.lines.suffix(2) == ["database willTerminate", "database done"])
    #expect(!journal.lines.contains("server willTerminate"))
    never.open()
  }

  @Test("in the background a call has a hold, in the foreground it has none (58, 76)")
  func background() async {
    let bus = service(.balanced)
    bus.post(.didFinishLaunching, .didReceiveMemoryWarning)
    #expect(bus.mediator.openHolds == [])
    bus.post(.didEnterBackground)
    await expectEnd(of: bus)

    bus.post(.didReceiveMemoryWarning)
    #expect(Set(bus.mediator.openHolds) == ["database", "server"])
    await expectEnd(of: bus)
  }

  @Test("a hold that is taken in the moment of the last release counts (79)")
  func takenInTime() async {
    let bus = TestBus()
    let first = bus.mediator.hold("first")
    let waiting = Task { await bus.mediator.waitForHolds(upTo: .seconds(60)) }
    await nextMainTurn()

    first.release()
    let second = bus.mediator.hold("second")
    for _ in 0..<4 {
      await nextMainTurn()
    }
    var hasEnded = false
    let end = Task {
      _ = await waiting.value
      hasEnded = true
    }
    await nextMainTurn()
    #expect(!hasEnded)

    second.release()
    await end.value
  }

  @Test("a wait that begins right after the last release ends when all have been told (79)")
  func settles() async {
    let bus = TestBus()
    var told: [Bool] = []
    let owner = Part("owner", journal)
    bus.mediator.holdCoordinator.observe(owner) { told.append($0) }

    bus.mediator.hold("brief").release()
    #expect(!bus.mediator.holdCoordinator.isIdle)
    #expect(await bus.mediator.waitForHolds(upTo: .seconds(60)) == [])
    #expect(told == [false])

    let hold = bus.mediator.hold("long")
    await bus.mediator.waitForHolds(upTo: .zero)
    #expect(told == [false, true])
    withExtendedLifetime(hold) {}
  }

  @Test("who is told of the last release may take a hold, and the wait goes on (79)")
  func heldAgain() async {
    let bus = TestBus()
    let owner = Part("owner", journal)
    var saves = 0
    bus.mediator.holdCoordinator.observe(owner) { _ in
      if saves == 2 { return }
      saves += 1
      let hold = bus.mediator.hold("save")
      Task { hold.release() }
    }

    bus.mediator.hold("work").release()
    await bus.mediator.waitForHolds(upTo: .seconds(60))
    #expect(saves == 2)
  }

  @Test("a probe is told when an async call begins and when it has returned (78)")
  func probe() async {
    let bus = TestBus(policy: .balanced.mirrored)
    let probe = FakeProbe()
    bus.mediator.probe = probe
    bus.mediator.attach(ListenerGroup("storage") { database })
    bus.mediator.attach(server)
    let connecting = Gate()
    database.gates[.didFinishLaunching] = connecting

    bus.post(.didFinishLaunching)
    #expect(probe.begun == [])
    await nextMainTurn()
    #expect(probe.begun == ["storage/database"])
    #expect(probe.calls == [])

    connecting.open()
    await bus.mediator.waitForLaunch()
    #expect(probe.begun == ["storage/database", "server"])
    #expect(probe.calls.map(\.listener) == probe.begun)
    #expect(probe.calls.allSatisfy { $0.isAsync && $0.duration > .zero })
  }

  @Test("each call that a probe was told of is over once, also when it was cut off (78)")
  func probeCutOff() async {
    let bus = service(.balanced.mirrored)
    let probe = FakeProbe()
    bus.mediator.probe = probe
    let never = Gate()
    server.gates[.willTerminate] = never

    bus.post(.didFinishLaunching)
    await bus.mediator.waitForLaunch()
    bus.post(.willTerminate)
    await nextMainTurn()
    await nextMainTurn()
    await bus.mediator.waitForHolds(upTo: .zero)
    #expect(probe.calls.count == probe.begun.count, "told when it is cut off")

    never.open()
    for _ in 0..<4 {
      await nextMainTurn()
    }
    #expect(probe.calls.count == probe.begun.count, "and not again when it returns")
  }

  @Test("the launch is over when its methods have returned, whatever later ones do (80)")
  func launch() async {
    let bus = service(.balanced)
    let serving = Gate()
    server.gates[.didBecomeActive] = serving

    bus.post(.didFinishLaunching, .didBecomeActive)
    await bus.mediator.waitForLaunch()
    #expect(journal.lines.contains("database done"))
    serving.open()
  }

  @Test("the launch is over when its calls were cut off (77, 80)")
  func launchCutOff() async {
    let bus = service(.balanced)
    let never = Gate()
    database.gates[.didFinishLaunching] = never

    bus.post(.didFinishLaunching)
    let launched = Task { await bus.mediator.waitForLaunch() }
    await nextMainTurn()
    bus.post(.willTerminate)
    await bus.mediator.waitForHolds(upTo: .zero)
    await launched.value
    never.open()
  }

  @Test("a mediator calls receive of an async listener, which may pass the event on (76)")
  func passesOn() async {
    let bus = TestBus(policy: .balanced.mirrored)
    bus.mediator.attach(Forwarder(to: [database, server]))

    bus.post(.didFinishLaunching)
    await bus.mediator.waitForLaunch()
    bus.post(.didEnterBackground)
    #expect(bus.mediator.openHolds == ["database", "server"])
    await expectEnd(of: bus)

    #expect(
      journal.lines.prefix(4) == [
        "database didFinishLaunching", "database done", "server didFinishLaunching",
        "server done",
      ])
  }
}

private struct Value: AppLifecycleAsyncListener {
  let action: @MainActor () async -> Void

  func onAppDidBecomeActive() async { await action() }
}

/// Passes each event on to others, as a composite that somebody wrote by hand.
private struct Forwarder: AppLifecycleAsyncListener {
  private let others: [any AppLifecycleListener]

  init(to others: [any AppLifecycleListener]) { self.others = others }

  func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    for other in others {
      other.receive(event, context: context)
    }
  }
}
