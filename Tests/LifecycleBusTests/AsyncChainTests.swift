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

  // MARK: Order

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

  @Test("under .mirrored the chain goes through groups (2, 76)")
  func groups() async {
    let bus = TestBus(policy: .balanced.mirrored)
    bus.mediator.attach(ListenerGroup("storage") { database })
    bus.mediator.attach(ListenerGroup("network") { server })

    bus.post(.didFinishLaunching)
    await bus.mediator.waitForLaunch()
    bus.post(.didEnterBackground)
    await expectEnd(of: bus)

    #expect(
      journal.lines == [
        "database didFinishLaunching", "database done",
        "server didFinishLaunching", "server done",
        "server didEnterBackground", "server done",
        "database didEnterBackground", "database done",
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

  @Test("a listener's calls never overlap, whatever mediators it is attached to (76)")
  func twoMediators() async {
    let center = NotificationCenter()
    let first = AppLifecycleMediator(listeners: [server], notificationCenter: center)
    let second = AppLifecycleMediator(
      listeners: [ListenerGroup { server }], notificationCenter: center)
    let gate = Gate()
    server.gates[.didFinishLaunching] = gate

    center.post(.didFinishLaunching)
    await nextMainTurn()
    await nextMainTurn()
    #expect(journal.lines == ["server didFinishLaunching"])

    gate.open()
    await first.waitForLaunch()
    await second.waitForLaunch()
    #expect(
      journal.lines == [
        "server didFinishLaunching", "server done", "server didFinishLaunching", "server done",
      ])
  }

  @Test("an event that is posted while a method runs waits for it (76)")
  func postedMeanwhile() async {
    let bus = TestBus()
    bus.mediator.attach(server)
    let first = Gate()
    server.gates[.didFinishLaunching] = first
    let second = Gate()
    server.gates[.didBecomeActive] = second

    bus.post(.didFinishLaunching)
    await nextMainTurn()
    bus.post(.didBecomeActive)
    first.open()
    for _ in 0..<4 {
      await nextMainTurn()
    }
    bus.post(.willResignActive)
    for _ in 0..<4 {
      await nextMainTurn()
    }
    #expect(journal.lines.last == "server didBecomeActive")

    second.open()
    await expectEnd(of: bus)
    #expect(journal.lines.suffix(2) == ["server willResignActive", "server done"])
  }

  // MARK: Holds

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

  @Test("when time runs out the cancelled clean up before the waiters go on (77, 79)")
  func cleanUp() async {
    let bus = service(.balanced.mirrored)
    server.gates[.willTerminate] = Gate()
    server.stopsWhenCancelled = true

    bus.post(.didFinishLaunching)
    await bus.mediator.waitForLaunch()
    bus.post(.willTerminate)
    // The first call begins.
    await nextMainTurn()
    await bus.mediator.waitForHolds(upTo: .zero)

    #expect(journal.lines.filter { $0.hasSuffix("willTerminate") }.count == 2)
    #expect(journal.lines.suffix(2).allSatisfy { $0.hasSuffix("cancelled") })
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

  @Test("an end that is posted when the system is asked for time comes after the event (15, 42)")
  func endInBackgroundTime() async {
    let bus = service(.asPosted)
    let time = PostingBackgroundTime()
    bus.mediator.backgroundTime = time
    let connecting = Gate()
    server.gates[.didFinishLaunching] = connecting
    bus.attach("plain")
    bus.post(.didFinishLaunching)
    await nextMainTurn()

    time.onBegin = { bus.post(.willTerminate) }
    bus.post(.willResignActive)
    #expect(
      bus.calls == ["plain.didFinishLaunching", "plain.willResignActive", "plain.willTerminate"])

    connecting.open()
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

  // MARK: Probes

  @Test("a probe is told when an async call begins and when it has returned (78)")
  func probe() async {
    let bus = TestBus(policy: .balanced.mirrored)
    let probe = CallProbe()
    bus.mediator.probe = probe
    bus.mediator.attach(ListenerGroup("storage") { database })
    bus.mediator.attach(server)
    let connecting = Gate()
    database.gates[.didFinishLaunching] = connecting

    bus.post(.didFinishLaunching)
    #expect(probe.lines == [])
    await nextMainTurn()
    #expect(probe.lines == ["will storage/database"])

    connecting.open()
    await bus.mediator.waitForLaunch()
    #expect(
      probe.lines == [
        "will storage/database", "did storage/database", "will server", "did server",
      ])
    #expect(probe.calls.allSatisfy { $0.isAsync && $0.duration > .zero })
  }

  @Test("each call that a probe was told of is over once, also when it was cut off (78)")
  func probeCutOff() async {
    let bus = service(.balanced.mirrored)
    let probe = CallProbe()
    bus.mediator.probe = probe
    let never = Gate()
    server.gates[.willTerminate] = never

    bus.post(.didFinishLaunching)
    await bus.mediator.waitForLaunch()
    bus.post(.willTerminate)
    await nextMainTurn()
    await nextMainTurn()
    await bus.mediator.waitForHolds(upTo: .zero)
    never.open()
    for _ in 0..<4 {
      await nextMainTurn()
    }

    let begun = probe.lines.filter { $0.hasPrefix("will") }
    #expect(begun.count == probe.calls.count)
    #expect(journal.lines.filter { $0.hasPrefix("server willTerminate") }.count == 1)
  }

  // MARK: Launch and passing on

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

/// Background time that runs other code when it begins, once.
@MainActor
private final class PostingBackgroundTime: AppLifecycleBackgroundTime {
  var onBegin: () -> Void = {}

  func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {
    let act = onBegin
    onBegin = {}
    act()
  }

  func end() {}
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

@MainActor
private final class CallProbe: AppLifecycleProbe {
  private(set) var lines: [String] = []
  private(set) var calls: [AppLifecycleProbeCall] = []

  func willCall(_ listener: String, for context: AppLifecycleContext) {
    lines.append("will \(listener)")
  }

  func didCall(_ call: AppLifecycleProbeCall) {
    lines.append("did \(call.listener)")
    calls.append(call)
  }
}
