import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("A state saver", .timeLimit(.minutes(hangMinutes)))
struct StateSaverTests {
  let folder = TemporaryFolder()
  private let bus = TestBus()
  private let clock = ManualClock()
  private var file: URL { folder.file("notes.state") }

  /// A saver in a process of its own.
  private func saver(
    version: Int = 1, maximumSize: Int = 1 << 20,
    migrate: ((StateSaver<[String]>.Payload, Int) throws -> [String]?)? = nil
  ) -> StateSaver<[String]> {
    StateSaver(
      file: file, initial: [], version: version, maximumSize: maximumSize, clock: clock,
      migrate: migrate)
  }

  @Test("without a file the initial state is used, and nothing is written")
  func first() {
    let saver = saver()
    #expect(saver.state == [])
    #expect(saver.restoration == .init(source: .initial, generation: 0, problems: []))
    #expect(folder.names == [])
  }

  @Test("a replaced state may submit another one from its deinit")
  func replacedStateIsReleased() {
    let writer = StateWriter<ObservedState>(file: DurableFile(file), version: 1, maximumSize: 100)
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
    try save(["one"], ["two"], to: file)
    let saver = saver()
    #expect(saver.state == ["two"])
    #expect(saver.restoration == .init(source: .current, generation: 2, problems: []))
    saver.state = ["three"]
    #expect(try await saver.save() == 3)
    #expect(folder.names == ["notes.state", "notes.state.previous"])
    #expect(try folder.permissions("notes.state") == 0o600)
  }

  @Test(
    "didEnterBackground saves under a hold that ends after onSave, in a group too",
    arguments: [false, true])
  func background(isInGroup: Bool) async {
    let saver = saver()
    let group = ListenerGroup { ListenerGroup { saver } }
    bus.mediator.attach((isInGroup ? group : saver) as any AppLifecycleListener)
    saver.state = ["one"]
    let saved = await saver.saved {
      bus.post(.didEnterBackground)
      #expect(bus.mediator.openHolds == ["save state"])
    } onSave: {
      // A process that was suspended here would never report a failure.
      #expect(bus.mediator.openHolds == ["save state"])
    }
    #expect(saved == .success(1))
    #expect(bus.mediator.openHolds == [])
    #expect(self.saver().state == ["one"])
  }

  @Test(
    "what a listener changes is saved if the saver is called after it",
    arguments: [
      (AppLifecycleMediator.Policy.lifecycle, false), (.lifecycle.mirrored, true),
    ])
  func attachmentOrder(policy: AppLifecycleMediator.Policy, isSavedByTheFirst: Bool) async {
    for isSaverFirst in [true, false] {
      let bus = TestBus(policy: policy)
      bus.post(.didFinishLaunching, .didBecomeActive)
      let saver = saver()
      saver.state = ["typed"]
      let change = ClosureListener("change", .didEnterBackground) { _ in saver.state = ["changed"] }
      let listeners: [any AppLifecycleListener] = isSaverFirst ? [saver, change] : [change, saver]
      for listener in listeners { bus.mediator.attach(listener) }
      bus.post(.didEnterBackground)
      await bus.mediator.waitForHolds(upTo: .seconds(60))
      #expect(self.saver().state == [isSaverFirst == isSavedByTheFirst ? "changed" : "typed"])
    }
  }

  @Test(
    "an app that resigns saves where the background means hidden, as on a Mac",
    arguments: [
      (AppLifecycleVocabulary.appKit, ["save state"]), (.appKitFocus, []), (.uiKit, []),
    ])
  func resigned(vocabulary: AppLifecycleVocabulary, holds: [String]) async {
    let bus = TestBus(initialState: .active, vocabulary: vocabulary)
    bus.mediator.attach(saver())
    bus.post(.willResignActive)
    #expect(bus.mediator.openHolds == holds)
    await bus.mediator.waitForHolds(upTo: .seconds(60))
    #expect(folder.names.isEmpty == holds.isEmpty)
  }

  @Test(
    "willTerminate saves before the post returns, and each generation is reported once",
    arguments: [AppLifecycleMediator.Policy.asPosted, .lifecycle])
  func terminate(policy: AppLifecycleMediator.Policy) async {
    let bus = TestBus(policy: policy)
    let saver = saver()
    var results: [Result<UInt64, ListenerFileError>] = []
    saver.onSave = { results.append($0) }
    bus.mediator.attach(saver)
    bus.mediator.attach(saver)
    bus.post(.didBecomeActive)
    saver.state = ["last"]
    bus.post(.willTerminate)
    let next = self.saver()
    #expect(next.restoration == .init(source: .current, generation: 1, problems: []))
    #expect(next.state == ["last"])
    #expect(results == [.success(1)])
    await bus.mediator.waitForHolds(upTo: .seconds(60))
    #expect(results == [.success(1)])
  }

  @Test("states submitted during a write are coalesced, and all are acknowledged")
  func coalescing() async {
    let gate = DispatchSemaphore(value: 0)
    let saver = StateSaver(file: file, initial: ObservedState())
    saver.state = ObservedState(onEncode: { gate.wait() })
    let (generations, continuation) = AsyncStream.makeStream(of: UInt64.self)
    for _ in 1...10 { saver.save { continuation.yield((try? $0.get()) ?? 0) } }
    for _ in 1...10 { gate.signal() }
    var acknowledged: [UInt64] = []
    for await generation in generations.prefix(10) { acknowledged.append(generation) }
    #expect(acknowledged == acknowledged.sorted())
    #expect(Set(acknowledged).isSubset(of: [1, 2]))
  }

  @Test("the snapshot is saved, or the state where the snapshot is nil")
  func snapshot() throws {
    let saver = saver()
    saver.state = ["state"]
    for model in [["model"], nil] {
      saver.snapshot = { model }
      try saver.saveAndWait()
      #expect(self.saver().state == model ?? ["state"])
    }
  }

  @Test("a save under way survives the release of its mediator and its saver")
  func lifetimes() async throws {
    var bus: TestBus? = TestBus()
    var saver: StateSaver<[String]>? = saver()
    if let saver { bus?.mediator.attach(weakly: saver) }
    bus = nil
    saver?.state = ["kept"]
    saver?.receive(.didEnterBackground)
    let done = await withCheckedContinuation { continuation in
      saver?.save { continuation.resume(returning: $0) }
      saver = nil
    }
    #expect(try done.get() >= 1)
    #expect(self.saver().state == ["kept"])
  }

  @Test("a file of an older version is migrated, and saved in the new one")
  func migration() throws {
    struct Old: Codable, Sendable { var rates = [1.5, .nan, .infinity, -.infinity] }
    try StateSaver(file: file, initial: Old()).saveAndWait()
    let texts = ["1.5", "nan", "inf", "-inf"]
    // A number that is not finite is saved and restored, also by a payload.
    let restored = StateSaver(file: file, initial: Old(rates: []))
    #expect(restored.restoration.problems == [])
    #expect(restored.state.rates.map { "\($0)" } == texts)
    let migrated = saver(version: 2) { payload, version in
      #expect(version == 1)
      #expect(!payload.data.isEmpty)
      return try payload.decode(Old.self).rates.map { "\($0)" }
    }
    #expect(migrated.restoration.problems == [])
    #expect(migrated.state == texts)
    // What was migrated is saved, so that the next version need not know the first.
    #expect(try migrated.saveAndWait() == 2)
    #expect(saver(version: 2).state == texts)
  }

  @Test("protected data that becomes available saves nothing where no save has failed")
  func nothingFailed() {
    bus.mediator.attach(saver())
    bus.post(.protectedDataDidBecomeAvailable)
    #expect(bus.mediator.openHolds == [])
    #expect(folder.names == [])
  }

  @Test("a value that cannot be encoded or is too large is a typed error")
  func unsavable() throws {
    try save(["good"], to: file)
    let small = saver(maximumSize: 40)
    small.state = [String(repeating: "x", count: 100)]
    #expect(code { try small.saveAndWait() } == .tooLarge)
    let unencodable = ObservedState(onEncode: { throw CocoaError(.coderInvalidValue) })
    let saver = StateSaver(file: file, initial: unencodable)
    saver.state = unencodable
    #expect(code { try saver.saveAndWait() } == .unencodable)
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

  @Test(
    "a failed save is reported to onSave, or logged once if no one handles it",
    arguments: SystemPaths.unwritable.map { "\($0)/nowhere/state" })
  func unwritable(path: String) {
    var (lines, results): ([String], [Result<UInt64, ListenerFileError>]) = ([], [])
    for isHandled in [false, true] {
      let saver = StateSaver(file: URL(fileURLWithPath: path), initial: "")
      saver.log = { lines.append($0) }
      if isHandled { saver.onSave = { results.append($0) } }
      bus.mediator.attach(saver)
      bus.post(.didBecomeActive, .willTerminate)
      saver.receive(.willTerminate)
      bus.mediator.detach(saver)
    }
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("lifecycle: \(path): It cannot be ") == true)
    #expect(results.count == 2)
    #expect(throws: ListenerFileError.self) { try results.first?.get() }
  }

  @Test("changes are saved once, when the earliest asked time is over")
  func soon() async {
    let saver = saver()
    let saved = await saver.saved {
      for (number, seconds) in [5, 2, 9, 7].enumerated() {
        saver.state.append("\(number)")
        saver.saveSoon(after: .seconds(seconds))
      }
      Task {
        await clock.waitForSleepers(1)
        while await clock.nextSleep() != .seconds(2) {}
        #expect(folder.names == [])
        saver.state.append("last")
        clock.advance(by: .seconds(2))
      }
    }
    #expect(saved == .success(1))
    #expect(self.saver().state == ["0", "1", "2", "3", "last"])
  }

  @Test(
    "a change that waits is saved at the events of the end, and not again",
    arguments: [AppLifecycleEvent.didEnterBackground, .willTerminate])
  func soonAtTheEnd(event: AppLifecycleEvent) async {
    let saver = saver()
    bus.mediator.attach(saver)
    saver.state = ["late"]
    saver.saveSoon(after: .seconds(60))
    await clock.waitForSleepers(1)
    bus.post(event)
    await bus.mediator.waitForHolds(upTo: .seconds(60))
    #expect(self.saver().restoration.generation == 1)
    #expect(self.saver().state == ["late"])
    #expect(clock.sleeperCount == 0)
  }

  @Test("a saver that is released is kept until a save that was asked for, timed from the call")
  func soonAfterRelease() async {
    var saver: StateSaver<[String]>? = saver()
    let saved = await withCheckedContinuation { continuation in
      saver?.onSave = { continuation.resume(returning: $0) }
      saver?.state = ["kept"]
      saver?.saveSoon()
      saver = nil
      clock.advance(by: .seconds(1))
    }
    #expect(saved == .success(1))
    #expect(self.saver().state == ["kept"])
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

    @Test("a maximum size of 0 is a precondition failure")
    func noSize() async {
      await #expect(processExitsWith: .failure) {
        let file = URL(fileURLWithPath: "never-written.state")
        await MainActor.run { _ = StateSaver(file: file, initial: "", maximumSize: 0) }
      }
    }
  #endif
}

/// Equal by identity, as far as `==` goes.
private struct Letters: Codable, Sendable, Equatable {
  var text: String

  static func == (one: Self, other: Self) -> Bool { true }
}

/// A state that runs closures when it is encoded and when it is released.
private final class ObservedState: Codable, Sendable {
  let onEncode: @Sendable () throws -> Void
  let onDeinit: @Sendable () -> Void

  init(
    onEncode: @escaping @Sendable () throws -> Void = {},
    onDeinit: @escaping @Sendable () -> Void = {}
  ) {
    self.onEncode = onEncode
    self.onDeinit = onDeinit
  }

  convenience init(from decoder: any Decoder) throws { self.init() }

  deinit { onDeinit() }

  func encode(to encoder: any Encoder) throws {
    try onEncode()
    try "state".encode(to: encoder)
  }
}

extension StateSaver {
  /// Acts, and returns what is reported to `onSave` next.
  func saved(
    _ act: () -> Void, onSave check: @escaping @MainActor () -> Void = {}
  ) async -> Result<UInt64, ListenerFileError> {
    await withCheckedContinuation { continuation in
      onSave = { [weak self] in
        self?.onSave = nil
        check()
        continuation.resume(returning: $0)
      }
      act()
    }
  }
}

/// Saves states in a file, one after the other, as one run would.
@MainActor
func save(_ states: [String]..., to file: URL) throws {
  let saver = StateSaver(file: file, initial: [String]())
  for state in states {
    saver.state = state
    try saver.saveAndWait()
  }
}
