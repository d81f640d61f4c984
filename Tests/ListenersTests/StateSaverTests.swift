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
  private var file: URL { folder.file("notes.json") }

  private func saver(
    version: Int = 1, migrate: ((StateSaver<[String]>.Payload, Int) throws -> [String]?)? = nil
  ) -> StateSaver<[String]> {
    StateSaver(file: file, initial: [], version: version, migrate: migrate)
  }

  /// Saves as an earlier run did.
  private func save(_ words: [String], version: Int = 1) throws {
    let saver = saver(version: version)
    saver.state = words
    try saver.saveAndWait()
  }

  private var text: String? { try? String(contentsOf: file, encoding: .utf8) }

  // MARK: One run after the other

  @Test("without a file the initial state is used, and no file is made")
  func first() {
    let saver = saver()
    #expect(saver.state == [] && saver.restoration == .initial)
    #expect(folder.names == ["notes.json.lock"])
  }

  @Test("the last save is restored, and stands in the file as a person reads it")
  func roundTrip() async throws {
    try save(["one"])
    let saver = saver()
    #expect(saver.state == ["one"] && saver.restoration == .restored)
    saver.state.append("a/b")
    try await saver.save()
    #expect(text == "{\"version\": 1, \"state\":\n[\n  \"one\",\n  \"a/b\"\n]}\n")
    #expect(folder.names == ["notes.json", "notes.json.lock"])
    #expect(try folder.permissions("notes.json") == 0o600)
  }

  private struct Values: Codable, Equatable {
    var date = Date(timeIntervalSinceReferenceDate: 123_456_789.123_456_7)
    var numbers = [Double.infinity, -.infinity, .leastNonzeroMagnitude, 0.1, -0.0]
    var large = UInt64.max
    var decimal = Decimal(string: "12345678901234567890.123456789")
    var data = Data([0, 255])
    var text = "\"\\\u{0}\u{2028}é/😀"
    var none: Int?
  }

  @Test("values come back as they were, a single one too")
  func values() throws {
    let saver = StateSaver(file: file, initial: Values())
    try saver.saveAndWait()
    #expect(StateSaver(file: file, initial: Values(large: 1)).state == Values())
    let single = StateSaver(file: folder.file("single"), initial: 0.5)
    try single.saveAndWait()
    let restored: Double = StateSaver(file: folder.file("single"), initial: 1.0).state
    #expect(restored == 0.5)
    try StateSaver(file: folder.file("none"), initial: Int?.none).saveAndWait()
    #expect(StateSaver(file: folder.file("none"), initial: Int?.some(1)).state == nil)
  }

  @Test("another version is migrated, with the saver's own reading of numbers")
  func migration() throws {
    let old = StateSaver(file: file, initial: [Double.infinity])
    try old.saveAndWait()
    let new = saver(version: 2) { payload, version in
      #expect(version == 1)
      return try payload.decode([Double].self).map { "\($0)" }
    }
    withExtendedLifetime(old) { #expect(new.state == ["inf"] && new.restoration == .inUse) }
  }

  nonisolated static let damage = [
    "", "{", "null", "[]", "{\"version\": 1}", "{\"version\": 1, \"state\": [1]}",
    "{\"version\": \"1\", \"state\": []}", "{\"version\": 99999999999999999999, \"state\": []}",
    "{\"version\": 2, \"state\": [\"secret\"]}", "\u{0}\u{0}\u{0}",
    "LifecycleBus-state 1 version=1",
    String(repeating: "[", count: 100_000),
  ]

  @Test("what cannot be used is kept once, and the next save replaces it", arguments: damage)
  func damaged(contents: String) throws {
    try Data(contents.utf8).write(to: file)
    for _ in 0..<2 {
      let saver = saver { _, _ in nil }
      let error = try #require(saver.problem)
      #expect(saver.restoration == .setAside && error.code == .undecodable && saver.state == [])
      #expect(error.sentence.contains("notes.json.damaged") && !"\(error)".contains("secret"))
    }
    try save(["new"])
    #expect(folder.names == ["notes.json", "notes.json.damaged", "notes.json.lock"])
    #expect(try String(contentsOf: folder.file("notes.json.damaged"), encoding: .utf8) == contents)
    #expect(saver().state == ["new"])
  }

  private struct Unencodable: Codable {
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue("secret", .init(codingPath: [], debugDescription: "secret"))
    }
  }

  @Test("an error holds nothing of the state")
  func unencodable() throws {
    let saver = StateSaver(file: file, initial: Unencodable())
    do {
      try saver.saveAndWait()
      Issue.record("It was saved.")
    } catch {
      #expect(error.code == .unencodable && !"\(error)".contains("secret"))
    }
    #expect(folder.names == ["notes.json.lock"])
  }

  // MARK: Somebody else

  @Test("`touch` and an equal file are no news")
  func touched() throws {
    let saver = saver()
    saver.state = ["one"]
    try saver.saveAndWait()
    try FileManager.default.setAttributes(
      [.modificationDate: Date.distantPast], ofItemAtPath: file.path)
    saver.state = ["two"]
    try saver.saveAndWait()
    #expect(saver.restoration == .initial)
    #expect(folder.names == ["notes.json", "notes.json.lock"])
  }

  @Test(
    "an edit by hand is joined by the closure, and without one it is kept",
    arguments: [true, false])
  func edited(isJoined: Bool) throws {
    let saver = saver()
    var said: [String] = []
    saver.log = { said.append($0) }
    if isJoined { saver.onRestore = { $0 + $1 } }
    saver.state = ["one"]
    try saver.saveAndWait()
    try Data(#"{"version": 1, "state": ["by hand"]}"#.utf8).write(to: file)
    for word in ["two", "three"] {
      saver.state.append(word)
      try saver.saveAndWait()
    }
    if isJoined {
      #expect(saver.state == ["by hand", "one", "two", "three"] && saver.restoration == .restored)
      #expect(said == [])
    } else {
      #expect(saver.state == ["one", "two", "three"])
      #expect(said.count == 1 && said[0].contains("notes.json.other"))
      let kept = try String(contentsOf: folder.file("notes.json.other"), encoding: .utf8)
      #expect(kept.contains("by hand"))
    }
    let state = saver.state
    withExtendedLifetime(saver) { #expect(self.saver().state == state) }
  }

  @Test(
    "a second saver is told at once, owns the file when the first has gone, and joins what is new",
    arguments: [true, false])
  func second(isChanged: Bool) throws {
    var first: StateSaver<[String]>? = saver()
    first?.state = ["one"]
    try first?.saveAndWait()
    let second = saver()
    second.onRestore = {
      if !isChanged { Issue.record("Nothing is new.") }
      return $0 + $1
    }
    #expect(second.state == ["one"] && second.restoration == .inUse)
    second.state = ["mine"]
    #expect(code { try second.saveAndWait() } == .inUse)
    if isChanged {
      first?.state = ["two"]
      try first?.saveAndWait()
    }
    first = nil
    try second.saveAndWait()
    #expect(second.state == (isChanged ? ["two", "mine"] : ["mine"]))
    #expect(saver().state == second.state && second.restoration == .restored)
    #expect(folder.names == ["notes.json", "notes.json.lock"])
  }

  // MARK: A file that cannot be read

  @Test(
    "nothing is written until it has been read; then the closure joins, or it wins",
    arguments: [true, false])
  func unavailable(isJoined: Bool) throws {
    try save(["saved"])
    let saver = folder.unreadable("notes.json") { self.saver() }
    #expect(saver.restoration == .unavailable && saver.state == [])
    #expect(saver.problem?.code == .unreadable)
    saver.state = ["typed"]
    folder.unreadable("notes.json") {
      // What stands for it is a folder, which cannot be replaced either.
      #expect(code { try saver.saveAndWait() } == .unwritable)
    }
    if isJoined { saver.onRestore = { $0 + $1 } }
    bus.mediator.attach(saver)
    bus.post(.protectedDataDidBecomeAvailable)
    #expect(saver.restoration == .restored && saver.problem == nil)
    #expect(saver.state == (isJoined ? ["saved", "typed"] : ["saved"]))
    try saver.saveAndWait()
    #expect(folder.names == ["notes.json", "notes.json.lock"])
  }

  @Test("what a snapshot would replace unseen is kept")
  func snapshotAfterUnavailable() throws {
    try save(["saved"])
    let saver = folder.unreadable("notes.json") { self.saver() }
    saver.log = { _ in }
    saver.snapshot = { ["of the model"] }
    try saver.saveAndWait()
    let kept = try String(contentsOf: folder.file("notes.json.other"), encoding: .utf8)
    #expect(kept.contains("saved"))
    withExtendedLifetime(saver) { #expect(self.saver().state == ["of the model"]) }
  }

  // MARK: The life cycle

  @Test(
    "the way to the background saves under a hold that ends after onSave", arguments: [false, true])
  func background(isInGroup: Bool) async throws {
    let saver = saver()
    bus.mediator.attach(isInGroup ? ListenerGroup { saver } as any AppLifecycleListener : saver)
    saver.state = ["one"]
    var saved: [Bool] = []
    saver.onSave = {
      saved.append((try? $0.get()) != nil)
      #expect(self.bus.mediator.openHolds == ["save state"])
    }
    bus.post(.didEnterBackground)
    #expect(bus.mediator.openHolds == ["save state"])
    await bus.mediator.waitForHolds(upTo: .seconds(60))
    // Also if nothing has changed.
    bus.post(.didEnterBackground)
    await bus.mediator.waitForHolds(upTo: .seconds(60))
    #expect(saved == [true, true])
    #expect(self.text?.contains("one") == true)
  }

  @Test("a Mac's app saves when it loses the focus, others do not", arguments: [true, false])
  func mac(isMac: Bool) async {
    let saver = saver()
    let bus = TestBus(vocabulary: isMac ? .appKit : .uiKit)
    bus.mediator.attach(saver)
    bus.post(.willResignActive)
    await bus.mediator.waitForHolds(upTo: .seconds(60))
    #expect((text != nil) == isMac)
  }

  @Test("the end is on the disk when its post returns, and an unchanged state is not written twice")
  func end() throws {
    let saver = saver()
    bus.mediator.attach(saver)
    bus.post(.didFinishLaunching)
    saver.state = ["one"]
    bus.post(.didEnterBackground, .willTerminate)
    #expect(text?.contains("one") == true)
    let identity = try DurableFile(file).identity()
    try saver.saveAndWait()
    #expect(try DurableFile(file).identity() == identity)
  }

  @Test("saveSoon saves once for all changes, after the first one's delay")
  func soon() async {
    let saver = saver()
    let (saves, continuation) = AsyncStream.makeStream(of: [String].self)
    saver.onSave = { _ in continuation.yield(saver.state) }
    saver.state = ["one"]
    saver.saveSoon(after: .zero)
    saver.saveSoon(after: .seconds(3_600))
    saver.state = ["two"]
    var iterator = saves.makeAsyncIterator()
    #expect(await iterator.next() == ["two"])
    // An event takes the place of what waits, the last one too.
    bus.mediator.attach(saver)
    for event in [AppLifecycleEvent.didEnterBackground, .willTerminate] {
      saver.saveSoon(after: .seconds(3_600))
      bus.post(event)
      #expect(await iterator.next() == ["two"])
    }
    saver.state = ["three"]
    saver.saveSoon(after: .zero)
    #expect(await iterator.next() == ["three"])
  }

  @Test("a failed save is said once without onSave, and tried again with the next event")
  func failure() async throws {
    let saver = saver()
    var said: [String] = []
    saver.log = { said.append($0) }
    bus.mediator.attach(saver)
    mkdir(file.path, 0o700)
    saver.state = ["one"]
    for _ in 0..<2 {
      bus.post(.didEnterBackground)
      await bus.mediator.waitForHolds(upTo: .seconds(60))
    }
    #expect(said.count == 1 && said[0].hasPrefix("lifecycle: \(file.path): "))
    rmdir(file.path)
    bus.post(.protectedDataDidBecomeAvailable)
    await bus.mediator.waitForHolds(upTo: .seconds(60))
    #expect(text?.contains("one") == true)
  }

  @Test("of the states that wait, the newest is written, and a replaced one may save in its deinit")
  func newest() async throws {
    let saver = StateSaver(file: file, initial: Observed(number: 0))
    let gate = DispatchSemaphore(value: 0)
    saver.state = Observed(number: 1, onEncode: { gate.wait() })
    async let first: Void = saver.save()
    await Task.yield()
    // While the first one is being encoded, or still waits.
    saver.state = Observed(
      number: 2,
      onDeinit: {
        MainActor.assumeIsolated { saver.saveSoon(after: .zero) }
      })
    saver.saveSoon(after: .zero)
    saver.state = Observed(number: 3)
    gate.signal()
    try await first
    try await saver.save()
    #expect(text?.contains("3") == true)
  }
}

/// Says when it is encoded and released.
private final class Observed: Codable, Sendable {
  let number: Int
  private let onEncode: @Sendable () -> Void
  private let onDeinit: @Sendable () -> Void

  init(
    number: Int, onEncode: @escaping @Sendable () -> Void = {},
    onDeinit: @escaping @Sendable () -> Void = {}
  ) {
    (self.number, self.onEncode, self.onDeinit) = (number, onEncode, onDeinit)
  }

  deinit { onDeinit() }

  init(from decoder: any Decoder) throws {
    number = try Int(from: decoder)
    (onEncode, onDeinit) = ({}, {})
  }

  func encode(to encoder: any Encoder) throws {
    onEncode()
    try number.encode(to: encoder)
  }
}

#if os(macOS) || os(Linux)
  /// What only a process of its own can show.
  @MainActor
  @Suite("A saved state in another process", .timeLimit(.minutes(hangMinutes)))
  struct StateSaverChildTests {
    let folder = TemporaryFolder()
    private var file: URL { folder.file("counts.json") }

    private static let kills = Rounds.count(40)

    @Test("two copies that are killed at random moments lose nothing that was acknowledged")
    func killed() async throws {
      var acknowledged = ["A": 0, "B": 0]
      var running: [String: ChildProcess] = [:]
      func start(_ name: String) throws {
        running[name] = try ChildProcess("SaverChild", ["count", file.path, name])
      }
      func end(_ name: String) async throws {
        guard let child = running[name] else { return }
        child.send(SIGKILL)
        try await child.wait()
        let lines = child.output.all
        #expect(lines.allSatisfy { $0.hasPrefix("kept ") || $0.hasPrefix("restored ") }, "\(lines)")
        let count = lines.last { $0.hasPrefix("kept ") }.flatMap { Int($0.dropFirst(5)) } ?? 0
        acknowledged[name] = max(acknowledged[name, default: 0], count)
      }
      var (owner, other) = ("A", "B")
      try start(owner)
      try await running[owner]?.output.wait(for: "kept ")
      try start(other)
      for kill in 0..<Self.kills {
        for _ in 0..<Int.random(in: 0..<200_000) { _ = ContinuousClock.now }
        // Now and then the one that waits for its turn.
        let ended = kill % 5 == 4 ? other : owner
        try await end(ended)
        let found = StateSaver(file: file, initial: [String: Int]()).state
        #expect(found[ended, default: 0] >= acknowledged[ended, default: 0], "kill \(kill)")
        if ended == owner {
          swap(&owner, &other)
          try await running[owner]?.output.wait(for: "kept ")
        }
        try start(ended)
      }
      for name in ["A", "B"] { try await end(name) }

      let saver = StateSaver(file: file, initial: [String: Int]())
      for (name, count) in acknowledged { #expect(saver.state[name, default: 0] >= count) }
      #expect(acknowledged.values.reduce(0, +) >= Self.kills / 2, "Hardly anything was saved.")
      saver.state["end"] = 1
      try saver.saveAndWait()
      #expect(folder.names == ["counts.json", "counts.json.lock"])
    }

    /// What the child prints, which the shell starts as $0, with the folder as $1.
    private func lines(_ script: String) async throws -> [String] {
      let child = try ChildProcess(
        "/bin/sh", ["-c", script, ChildProcess.path(of: "SaverChild"), folder.url.path])
      #expect(try await child.wait() == "exited 0")
      return child.output.all
    }

    @Test("the limit of a file's size is an error, and memory goes on")
    func sizeLimit() async throws {
      let said = try await lines(
        #"word=$(head -c 100000 /dev/zero | tr '\0' x); ulimit -f 16; "$0" once "$1/long" "$word""#)
      #expect(said.last == "unwritable")
      #expect(folder.names == ["long.lock"])
    }

    @Test("with any mask of the process the files are the owner's alone", arguments: ["0", "777"])
    func mask(mask: String) async throws {
      for _ in 0..<2 {
        let said = try await lines(#"umask \#(mask); "$0" ways "$1""#)
        #expect(said.count { $0.hasPrefix("kept") } == 5)
      }
      #expect(try folder.permissions("new") == 0o700)
      for name in folder.names(in: "new") {
        #expect(try folder.permissions("new/\(name)") == 0o600)
      }
    }

    @Test("a working directory that was deleted is an error")
    func deletedFolder() async throws {
      let said = try await lines(#"cd "$1"; rmdir "$1"; "$0" once app.json word"#)
      #expect(said == ["restored  unavailable", "unwritable"])
    }
  }
#endif
