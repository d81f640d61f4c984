import Foundation
import LifecycleBus
import LifecycleBusSignals
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("A state saver")
struct StateSaverTests {
  struct Notes: Codable, Sendable, Equatable {
    var lines: [String] = []
  }

  let folder: TemporaryFolder
  let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("notes.state")
  }

  private func saver(
    version: Int = 1, maximumSize: Int = 1 << 20,
    migrate: ((StateSaver<Notes>.Payload, Int) throws -> Notes?)? = nil
  ) -> StateSaver<Notes> {
    StateSaver(
      file: file, initial: Notes(), version: version, maximumSize: maximumSize,
      migrate: migrate)
  }

  /// Saves states with one line each, as one run would.
  private func save(_ lines: String...) async throws {
    let saver = saver()
    for line in lines {
      saver.state.lines = [line]
      try await saver.save()
    }
  }

  @Test("without a file the initial state is used, and nothing is written")
  func first() {
    let saver = saver()
    #expect(saver.state == Notes())
    #expect(saver.restoration == .init(source: .initial, generation: 0, problems: []))
    #expect(folder.names == [])
  }

  @Test("a replaced state may submit another one from its deinit")
  func replacedStateIsReleased() {
    let writer = StateWriter<ObservedState>(
      file: DurableFile(file), version: 1, maximumSize: 100)
    let (begun, goOn, done) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let first = ObservedState(
      onEncode: {
        begun.signal()
        goOn.wait()
      })
    writer.write(first) { _ in }
    begun.wait()
    writer.write(ObservedState(onDeinit: { writer.write(ObservedState()) { _ in } })) { _ in }
    Thread.detachNewThread {
      writer.write(ObservedState()) { _ in }
      done.signal()
    }
    #expect(done.wait(timeout: .now() + 10) == .success)
    goOn.signal()
  }

  @Test("the last save is restored, and the previous generation is kept")
  func roundTrip() async throws {
    try await save("one", "two")
    let saver = saver()
    #expect(saver.state.lines == ["two"])
    #expect(saver.restoration == .init(source: .current, generation: 2, problems: []))
    saver.state.lines = ["three"]
    #expect(try await saver.save() == 3)
    #expect(folder.names == ["notes.state", "notes.state.previous"])
    #expect(try folder.permissions("notes.state") == 0o600)
  }

  @Test("didEnterBackground saves under a hold that ends after onSave")
  func background() async throws {
    let bus = TestBus()
    let saver = saver()
    bus.mediator.attach(saver)
    saver.state.lines = ["one"]
    let saved = await withCheckedContinuation { continuation in
      saver.onSave = { result in
        // A process that was suspended here would never report a failure.
        #expect(bus.mediator.openHolds == ["save state"])
        continuation.resume(returning: result)
      }
      bus.post(.didEnterBackground)
    }
    #expect(saved == .success(1))
    #expect(bus.mediator.openHolds == [])
    #expect(self.saver().state.lines == ["one"])
  }

  @Test(
    "what a listener changes is saved if the saver is called after it",
    arguments: [
      (AppLifecycleMediator.Policy.lifecycle, false), (.lifecycle.mirrored, true),
    ])
  func attachmentOrder(policy: AppLifecycleMediator.Policy, isSavedByTheFirst: Bool) async {
    for isSaverFirst in [true, false] {
      let lines = isSaverFirst == isSavedByTheFirst ? ["changed"] : ["typed"]
      let bus = TestBus(policy: policy)
      bus.post(.didFinishLaunching, .didBecomeActive)
      let saver = saver()
      saver.state.lines = ["typed"]
      let change = ClosureListener("change", .didEnterBackground) { _ in
        saver.state.lines = ["changed"]
      }
      let listeners: [any AppLifecycleListener] = isSaverFirst ? [saver, change] : [change, saver]
      for listener in listeners { bus.mediator.attach(listener) }
      bus.post(.didEnterBackground)
      await bus.mediator.waitForHolds(upTo: .seconds(60))
      #expect(self.saver().state.lines == lines)
    }
  }

  @Test(
    "an app that resigns saves where the background means hidden, as on a Mac",
    arguments: [
      (AppLifecycleVocabulary.appKit, ["save state"]), (.appKitFocus, []), (.uiKit, []),
    ])
  func resigned(vocabulary: AppLifecycleVocabulary, holds: [String]) async {
    let mediator = AppLifecycleMediator(
      vocabulary: vocabulary, notificationCenter: NotificationCenter(), initialState: .active)
    let saver = saver()
    mediator.attach(saver)
    mediator.post(.willResignActive)
    #expect(mediator.openHolds == holds)
    await mediator.waitForHolds(upTo: .seconds(60))
    #expect(folder.names.isEmpty == holds.isEmpty)
  }

  @Test("inside a group it takes a hold on the group's mediator")
  func group() async {
    let bus = TestBus()
    let saver = saver()
    bus.mediator.attach(ListenerGroup { ListenerGroup { saver } })
    await withCheckedContinuation { continuation in
      saver.onSave = { _ in
        #expect(bus.mediator.openHolds == ["save state"])
        continuation.resume()
      }
      bus.post(.didEnterBackground)
    }
  }

  @Test("the hold is open until the state is on the disk")
  func hold() async throws {
    let bus = TestBus()
    let gate = DispatchSemaphore(value: 0)
    let slow = StateSaver(file: file, initial: SlowState())
    slow.state = SlowState(gate: gate)
    bus.mediator.attach(slow)
    bus.post(.didEnterBackground)
    #expect(bus.mediator.openHolds == ["save state"])
    await withCheckedContinuation { continuation in
      slow.onSave = { _ in continuation.resume() }
      gate.signal()
    }
    #expect(bus.mediator.openHolds == [])
  }

  @Test("willTerminate saves before the post returns")
  func terminate() {
    let bus = TestBus()
    let saver = saver()
    var results: [Result<UInt64, ListenerFileError>] = []
    saver.onSave = { results.append($0) }
    bus.mediator.attach(saver)
    bus.mediator.attach(saver)
    saver.state.lines = ["last"]
    bus.post(.willTerminate)
    #expect(results == [.success(1)])
    let next = self.saver()
    #expect(next.restoration == .init(source: .current, generation: 1, problems: []))
    #expect(next.state.lines == ["last"])
  }

  @Test("states submitted during a write are coalesced, and all are acknowledged")
  func coalescing() async throws {
    let gate = DispatchSemaphore(value: 0)
    let saver = StateSaver(file: file, initial: SlowState())
    saver.state = SlowState(gate: gate)
    let (generations, continuation) = AsyncStream.makeStream(of: UInt64.self)
    for _ in 1...10 {
      saver.save { continuation.yield((try? $0.get()) ?? 0) }
    }
    for _ in 1...10 { gate.signal() }
    var acknowledged: [UInt64] = []
    for await generation in generations {
      acknowledged.append(generation)
      if acknowledged.count == 10 { break }
    }
    #expect(acknowledged == acknowledged.sorted())
    #expect(Set(acknowledged).isSubset(of: [1, 2]))
  }

  @Test("the snapshot is saved, or the state where the snapshot is nil")
  func snapshot() async throws {
    let saver = saver()
    saver.state.lines = ["state"]
    let model = Model()
    saver.snapshot = { model.notes }
    try await saver.save()
    #expect(self.saver().state.lines == ["model"])
    model.notes = nil
    try await saver.save()
    #expect(self.saver().state.lines == ["state"])
  }

  @Test("a save under way survives the release of its mediator and its saver")
  func lifetimes() async throws {
    var bus: TestBus? = TestBus()
    var saver: StateSaver<Notes>? = saver()
    if let saver { bus?.mediator.attach(weakly: saver) }
    bus = nil
    saver?.state.lines = ["kept"]
    saver?.receive(.didEnterBackground)
    let done = await withCheckedContinuation { continuation in
      saver?.save { continuation.resume(returning: $0) }
      saver = nil
    }
    #expect(try done.get() >= 1)
    #expect(self.saver().state.lines == ["kept"])
  }

  @Test("a file of an older version is migrated")
  func migration() async throws {
    try await save("old")
    let saver = saver(version: 2) { payload, version in
      guard version == 1 else { return nil }
      var notes = try payload.decode(Notes.self)
      notes.lines.append("migrated")
      return notes
    }
    #expect(saver.state.lines == ["old", "migrated"])
    #expect(saver.restoration.problems == [])
  }

  @Test("a payload decodes what the saver encodes: a number that is none survives a migration")
  func migratedNumbers() throws {
    struct Old: Codable, Sendable { var rates = [1.5, .nan, .infinity] }
    try StateSaver(file: file, initial: Old()).saveAndWait()
    let saver = StateSaver(file: file, initial: [String](), version: 2) { payload, version in
      #expect(version == 1)
      #expect(!payload.data.isEmpty)
      return try payload.decode(Old.self).rates.map { "\($0)" }
    }
    #expect(saver.restoration.problems == [])
    #expect(saver.state == ["1.5", "nan", "inf"])
    // What was migrated is saved, so that the next version need not know the first.
    #expect(try saver.saveAndWait() == 2)
    #expect(StateSaver(file: file, initial: [String](), version: 2).state == saver.state)
  }

  @Test("protected data that becomes available saves nothing where no save has failed")
  func nothingFailed() async {
    let bus = TestBus()
    bus.mediator.attach(saver())
    bus.post(.protectedDataDidBecomeAvailable)
    #expect(bus.mediator.openHolds == [])
    #expect(folder.names == [])
  }

  @Test("a value that cannot be encoded or is too large is a typed error")
  func unsavable() async throws {
    try await save("good")
    let small = saver(maximumSize: 40)
    small.state.lines = [String(repeating: "x", count: 100)]
    #expect(
      await code { () async throws(ListenerFileError) in try await small.save() } == .tooLarge)
    let number = StateSaver(file: file, initial: Unencodable())
    #expect(
      await code { () async throws(ListenerFileError) in try await number.save() } == .unencodable)
  }

  @Test("a number that is not finite is saved and restored")
  func notFinite() throws {
    let values = [1.5, .nan, .infinity, -.infinity]
    try StateSaver(file: file, initial: values).saveAndWait()
    let restored = StateSaver(file: file, initial: [Double]())
    #expect(restored.restoration.problems == [])
    #expect(restored.state.map { "\($0)" } == values.map { "\($0)" })
  }

  @Test("a state in other bytes is written, whatever its `==` says")
  func equalState() throws {
    let saver = StateSaver(file: file, initial: Letters(text: ""))
    for (number, text) in ["teh", "the", "AB", "ab"].enumerated() {
      saver.state.text = text
      #expect(try saver.saveAndWait() == UInt64(number + 1))
      #expect(StateSaver(file: file, initial: Letters(text: "")).state.text == text)
    }
  }

  @Test("a set that nobody has changed is not written, in whatever order it was read")
  func set() throws {
    let words = Set((0..<200).map { "word \($0)" })
    try StateSaver(file: file, initial: words).saveAndWait()
    let next = StateSaver(file: file, initial: Set<String>())
    #expect(try next.saveAndWait() == 1)
    next.state.insert("more")
    #expect(try next.saveAndWait() == 2)
  }

  @Test("each generation is reported once to onSave")
  func reportedOnce() async {
    let bus = TestBus(policy: .lifecycle)
    let saver = saver()
    bus.mediator.attach(saver)
    var results: [Result<UInt64, ListenerFileError>] = []
    saver.onSave = { results.append($0) }
    bus.post(.didBecomeActive)
    saver.state.lines = ["one"]
    bus.post(.willTerminate)
    await bus.mediator.waitForHolds(upTo: .seconds(60))
    #expect(results == [.success(1)])
  }

  @Test("a failed save that no one handles is logged once")
  func unhandled() async throws {
    let folder = file.appending(path: "no-folder")
    try Data().write(to: file)
    let bus = TestBus()
    let saver = StateSaver(file: folder.appending(path: "state"), initial: Notes())
    var lines: [String] = []
    saver.log = { lines.append($0) }
    bus.mediator.attach(saver)
    bus.post(.didBecomeActive, .willTerminate)
    saver.receive(.willTerminate)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("lifecycle: \(folder.path)/state: It cannot be ") == true)

    let handled = StateSaver(file: folder.appending(path: "state"), initial: Notes())
    handled.log = { lines.append($0) }
    handled.onSave = { _ in }
    handled.receive(.willTerminate)
    #expect(lines.count == 1)
  }

  // MARK: Soon

  @Test("changes are saved once, when the earliest asked time is over")
  func soon() async {
    let clock = ManualClock()
    let saver = StateSaver(file: file, initial: Notes(), clock: clock)
    let saved = await withCheckedContinuation { continuation in
      saver.onSave = { continuation.resume(returning: $0) }
      for (number, seconds) in [5, 2, 9, 7].enumerated() {
        saver.state.lines.append("\(number)")
        saver.saveSoon(after: .seconds(seconds))
      }
      Task {
        await clock.waitForSleepers(1)
        while await clock.nextSleep() != .seconds(2) {}
        #expect(folder.names == [])
        saver.state.lines.append("last")
        clock.advance(by: .seconds(2))
      }
    }
    #expect(saved == .success(1))
    #expect(self.saver().state.lines == ["0", "1", "2", "3", "last"])
  }

  @Test(
    "a change that waits is saved at the events of the end, and not again",
    arguments: [AppLifecycleEvent.didEnterBackground, .willTerminate])
  func soonAtTheEnd(event: AppLifecycleEvent) async {
    let clock = ManualClock()
    let bus = TestBus()
    let saver = StateSaver(file: file, initial: Notes(), clock: clock)
    bus.mediator.attach(saver)
    saver.state.lines = ["late"]
    saver.saveSoon(after: .seconds(60))
    await clock.waitForSleepers(1)
    bus.post(event)
    await bus.mediator.waitForHolds(upTo: .seconds(60))
    #expect(self.saver().restoration.generation == 1)
    #expect(self.saver().state.lines == ["late"])
    #expect(clock.sleeperCount == 0)
  }

  @Test("a saver that is released is kept until a save that was asked for")
  func soonAfterRelease() async {
    let clock = ManualClock()
    var saver: StateSaver<Notes>? = StateSaver(file: file, initial: Notes(), clock: clock)
    let saved = await withCheckedContinuation { continuation in
      saver?.onSave = { continuation.resume(returning: $0) }
      saver?.state.lines = ["kept"]
      saver?.saveSoon()
      saver = nil
      Task {
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
      }
    }
    #expect(saved == .success(1))
    #expect(self.saver().state.lines == ["kept"])
  }

  @Test(
    "a failed save is reported to onSave",
    arguments: SystemPaths.unwritable.map { "\($0)/nowhere/state" })
  func unwritable(path: String) async throws {
    let bus = TestBus()
    let saver = StateSaver(file: URL(fileURLWithPath: path), initial: Notes())
    bus.mediator.attach(saver)
    var results: [Result<UInt64, ListenerFileError>] = []
    saver.onSave = { results.append($0) }
    bus.post(.willTerminate)
    #expect(results.count == 1)
    #expect(throws: ListenerFileError.self) { try results.first?.get() }
  }

  #if os(macOS) || os(Linux)
    @Test("a full disk is a typed error, and the last save stays readable")
    func fullDisk() async throws {
      let outcome = try await HelperProgram("FilesChild").run("full", file.path)
      #expect(outcome.lines == ["1", "unwritable", "2"])
      let saver = StateSaver(file: file, initial: "")
      #expect(saver.state == String(repeating: "x", count: 20))
      #expect(saver.restoration.problems == [])
      #expect(folder.names == ["notes.state", "notes.state.previous"])
    }
  #endif

  #if os(macOS) || os(Linux)
    @Test("a maximum size of 0 is a precondition failure")
    func noSize() async {
      await #expect(processExitsWith: .failure) {
        let file = URL(fileURLWithPath: "never-written.state")
        await MainActor.run { _ = StateSaver(file: file, initial: "", maximumSize: 0) }
      }
    }
  #endif

  private func code<Value>(
    _ body: () async throws(ListenerFileError) -> Value
  ) async -> ListenerFileError.Code? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error.code
    }
  }
}

@MainActor
private final class Model {
  var notes: StateSaverTests.Notes? = .init(lines: ["model"])
}

/// Equal by identity, as far as `==` goes.
private struct Letters: Codable, Sendable, Equatable {
  var text: String

  static func == (one: Self, other: Self) -> Bool { true }
}

private struct Unencodable: Codable, Sendable {
  init() {}

  init(from decoder: any Decoder) throws {}

  func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
}

/// A state whose encoding waits for a gate.
private struct SlowState: Codable, Sendable {
  let gate: DispatchSemaphore?

  init(gate: DispatchSemaphore? = nil) { self.gate = gate }

  init(from decoder: any Decoder) throws { gate = nil }

  func encode(to encoder: any Encoder) throws {
    gate?.wait()
    var container = encoder.singleValueContainer()
    try container.encode("slow")
  }
}

/// A state that runs closures when it is encoded and when it is released.
private final class ObservedState: Codable, Sendable {
  let onEncode: @Sendable () -> Void
  let onDeinit: @Sendable () -> Void

  init(onEncode: @escaping @Sendable () -> Void = {}, onDeinit: @escaping @Sendable () -> Void = {})
  {
    self.onEncode = onEncode
    self.onDeinit = onDeinit
  }

  convenience init(from decoder: any Decoder) throws { self.init() }

  deinit { onDeinit() }

  func encode(to encoder: any Encoder) throws {
    onEncode()
    try "state".encode(to: encoder)
  }
}
