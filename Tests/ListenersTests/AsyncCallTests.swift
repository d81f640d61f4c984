import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

/// A database whose methods take until a gate is opened.
@MainActor
private final class Database: AppLifecycleAsyncListener {
  var gates: [AppLifecycleEvent: Gate] = [:]
  var acts: @MainActor (AppLifecycleEvent) -> Void = { _ in }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) async {
    await gates[event]?.wait()
    acts(event)
  }

  func gate(_ event: AppLifecycleEvent) -> Gate {
    let gate = Gate()
    gates[event] = gate
    return gate
  }
}

/// Background time that a test lets run out.
@MainActor
private final class BackgroundTime: AppLifecycleBackgroundTime {
  private var onExpiration: @MainActor @Sendable () -> Void = {}

  func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {
    self.onExpiration = onExpiration
  }

  func end() {}
  func expire() { onExpiration() }
}

@MainActor
@Suite("A termination detector and async calls", .timeLimit(.minutes(hangMinutes)))
struct AsyncDetectorTests {
  private let folder = TemporaryFolder()
  private let bus = TestBus(policy: .balanced.mirrored)
  private let database = Database()
  private var file: URL { folder.file("last-run") }

  init() {
    bus.mediator.attach(TerminationDetector(file: file, run()))
    bus.mediator.attach(database)
  }

  /// What the next run would say of this one, if it ended now.
  private var previousRun: PreviousRun {
    get throws {
      let record = try #require(RunFormat.record(Data(contentsOf: file)))
      return PreviousRun(record: record, before: run(2))
    }
  }

  private func expectEnd() async {
    #expect(await bus.mediator.waitForHolds(upTo: .seconds(60)) == [])
  }

  @Test("an end is clean when the last async call has returned (81)")
  func clean() async throws {
    let closing = database.gate(.willTerminate)
    bus.post(.didFinishLaunching)
    await bus.mediator.waitForLaunch()

    bus.post(.willTerminate)
    await nextMainTurn()
    await nextMainTurn()
    await nextMainTurn()
    let unfinished = try previousRun
    #expect(unfinished.ending == .crashedOrKilled)
    #expect(unfinished.call == .init(listener: "Database", event: .willTerminate, isAsync: true))
    #expect("\(unfinished)".hasSuffix(" while Database had not returned from willTerminate."))

    closing.open()
    await expectEnd()
    #expect(try previousRun.ending == .clean)
  }

  @Test("an end whose hold has expired is not clean, and without a call the sentence names it (81)")
  func expired() async throws {
    let closing = database.gate(.willTerminate)
    bus.post(.didFinishLaunching)
    await bus.mediator.waitForLaunch()
    bus.post(.willTerminate)
    #expect(await bus.mediator.waitForHolds(upTo: .zero) == ["Database"])

    #expect(try previousRun.ending == .crashedOrKilled)
    #expect(try "\(previousRun)".hasSuffix(" during its end."))
    closing.open()
  }

  @Test("a call that was cut off in the background is not to blame for what follows (81)")
  func suspended() async throws {
    let time = BackgroundTime()
    bus.mediator.backgroundTime = time
    let saving = database.gate(.didEnterBackground)
    bus.post(.didFinishLaunching, .didBecomeActive)
    await bus.mediator.waitForLaunch()
    bus.post(.didEnterBackground)
    while try previousRun.call?.event != .didEnterBackground {
      await nextMainTurn()
    }

    time.expire()
    #expect(try previousRun.ending == .inBackground)
    #expect(try previousRun.call == nil)
    saving.open()
  }

  @Test("a method that goes on in the foreground is not named after the next event")
  func loop() async throws {
    let looping = database.gate(.didFinishLaunching)
    bus.post(.didFinishLaunching)
    await nextMainTurn()
    #expect(try previousRun.call?.listener == "Database")

    bus.post(.willEnterForeground)
    #expect(try previousRun.call == nil)
    #expect(try "\(previousRun)".hasSuffix(" in the foreground."))
    looping.open()
    await bus.mediator.waitForLaunch()
  }

  @Test("a plain call is named before an async one that goes on")
  func plainFirst() async throws {
    var named: PreviousRun.Call?
    let saving = database.gate(.willResignActive)
    bus.post(.didFinishLaunching, .didBecomeActive)
    await bus.mediator.waitForLaunch()
    bus.post(.willResignActive)
    while try previousRun.call?.isAsync != true {
      await nextMainTurn()
    }

    let cache = ClosureListener("Cache", .didEnterBackground) { _ in
      named = try? self.previousRun.call
    }
    bus.mediator.attach(cache)
    bus.post(.didEnterBackground)
    #expect(named == .init(listener: "Cache", event: .didEnterBackground, isAsync: false))
    #expect(try previousRun.call?.listener == "Database")
    saving.open()
    await expectEnd()
  }
}

@MainActor
@Suite("A flight recorder and async calls", .timeLimit(.minutes(hangMinutes)))
struct AsyncRecorderTests {
  @Test("an async call of a replay is recorded too, and isn't slow")
  func replayed() async {
    let bus = TestBus()
    let recorder = FlightRecorder(launchAllowance: .zero, allowance: .zero)
    bus.mediator.probe = recorder
    bus.post(.didFinishLaunching)
    let database = Database()

    bus.mediator.attach(database, replay: .launch)
    // Its call has a hold, and waits for the one of the replay.
    bus.post(.didEnterBackground)
    await bus.mediator.waitForHolds(upTo: .seconds(60))

    let replayed = recorder.recording.events.first { $0.origin == .replayed }
    #expect(replayed?.asyncCalls.map(\.listener) == ["Database"] && replayed?.isSlow == false)
  }

  @Test("an async call stands beside its own event, which it doesn't make slow (78)")
  func beside() async {
    let bus = TestBus()
    let recorder = FlightRecorder(launchAllowance: .seconds(1_000), allowance: .seconds(1_000))
    bus.mediator.probe = recorder
    let database = Database()
    bus.mediator.attach(database)
    let first = database.gate(.didEnterBackground)

    bus.post(.didEnterBackground)
    await nextMainTurn()
    bus.post(.didEnterBackground)
    let whileItWaits = SuspendingClock.now
    await nextMainTurn()
    let waited = whileItWaits.duration(to: .now)
    first.open()
    await bus.mediator.waitForHolds(upTo: .seconds(60))

    let events = recorder.recording.events
    #expect(events.map(\.asyncCalls.count) == [1, 1] && events.map(\.calls.count) == [0, 0])
    #expect(events[0].asyncCalls[0].duration >= waited)
    #expect(events[0].duration < events[0].asyncCalls[0].duration)
    #expect(events.allSatisfy { !$0.isSlow })
    #expect(recorder.recording.table.contains(", then Database ") == false)
    #expect(recorder.recording.table.contains("then Database "))
    #expect(recorder.recording.picture().contains("then Database "))
  }
}

@MainActor
@Suite("A saved state and async listeners", .timeLimit(.minutes(hangMinutes)))
struct AsyncSaverTests {
  private let folder = TemporaryFolder()
  private let bus = TestBus(policy: .balanced.mirrored)
  private let database = Database()
  private let saver: StateSaver<[String]>
  private var file: URL { folder.file("notes.json") }

  init() {
    saver = StateSaver(file: folder.file("notes.json"), initial: [])
    bus.mediator.attach(database)
    bus.mediator.attach(saver)
    database.acts = { [saver] event in
      saver.state.append(event.rawValue)
    }
  }

  private var saved: [String]? {
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try? JSONDecoder().decode(Saved.self, from: data).state
  }

  private struct Saved: Decodable {
    let state: [String]
  }

  @Test(
    "what an async listener changes on the way down is saved, wherever the saver is attached",
    arguments: [AppLifecycleEvent.didEnterBackground, .willTerminate])
  func changedLate(event: AppLifecycleEvent) async {
    let closing = database.gate(event)
    bus.post(.didFinishLaunching)
    await bus.mediator.waitForLaunch()

    bus.post(event)
    closing.open()
    #expect(await bus.mediator.waitForHolds(upTo: .seconds(60)) == [])

    #expect(saved?.last == event.rawValue)
    #expect(saved == saver.state)
  }

  @Test("a save that waits when the last hold is released is made and reported then")
  func waitingSave() async {
    bus.mediator.detach(database)
    var reports = 0
    saver.onSave = { _ in reports += 1 }
    let upload = bus.mediator.hold("upload")
    bus.post(.didEnterBackground)
    while bus.mediator.openHolds != ["upload"] {
      await nextMainTurn()
    }

    saver.state = ["late"]
    saver.saveSoon(after: .seconds(3_600))
    upload.release()
    await bus.mediator.waitForHolds(upTo: .seconds(60))

    #expect(reports == 2 && saved == ["late"])
  }

  @Test("what was changed until the time ran out is saved")
  func expired() async {
    let never = Gate()
    database.gates[.willTerminate] = never
    bus.post(.didFinishLaunching)
    await bus.mediator.waitForLaunch()
    bus.post(.willTerminate)
    saver.state.append("typed")

    #expect(await bus.mediator.waitForHolds(upTo: .zero).contains("Database"))
    #expect(saved?.contains("typed") == true)
    never.open()
  }
}
