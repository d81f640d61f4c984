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

  /// Writes the file as an editor does.
  private func editByHand(_ words: String) throws {
    try Data(#"{"version": 1, "state": ["\#(words)"]}"#.utf8).write(to: file)
  }

  private func text(of name: String) throws -> String {
    try String(contentsOf: folder.file(name), encoding: .utf8)
  }

  /// What is in the file; `nil` without one.
  private var text: String? { try? text(of: "notes.json") }

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
    let lines = text?.split(separator: "\n").map { $0.filter { $0 != " " } }
    #expect(lines == ["{", "\"state\":[", "\"one\",", "\"a/b\"", "],", "\"version\":1", "}"])
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

  /// What the next run has of a saved value, in place of its initial one.
  private func restored<Value: Codable>(
    _ saved: Value, initial: Value
  ) throws -> Value {
    let file = folder.file(UUID().uuidString)
    try StateSaver(file: file, initial: saved).saveAndWait()
    return StateSaver(file: file, initial: initial).state
  }

  @Test("a saver that is let go after its save leaves the file to the next one")
  func oneAfterTheOther() async throws {
    for number in 0..<100 {
      let saver = saver()
      #expect(saver.state.count == number)

      saver.state.append("\(number)")
      try await saver.save()
    }
  }

  @Test("values come back as they were, a single one too")
  func values() throws {
    #expect(try restored(Values(), initial: Values(large: 1)) == Values())
    // With its type, because Apple's Foundation has more `==` of a literal.
    let half: Double = try restored(0.5, initial: 1)
    #expect(half == 0.5)
    #expect(try restored(Int?.none, initial: 1) == nil)
  }

  @Test("another version is migrated, with the saver's own reading of numbers")
  func migration() throws {
    let old = StateSaver(file: file, initial: [Double.infinity])
    try old.saveAndWait()

    let new = saver(version: 2) { payload, version in
      #expect(version == 1)
      let numbers = try payload.decode([Double].self)
      return numbers.map { "\($0)" }
    }

    #expect(new.state == ["inf"] && new.restoration == .inUse)
    withExtendedLifetime(old) {}
  }

  nonisolated static let damage = [
    "", "{", "null", "[]", "{\"version\": 1}", "{\"version\": 1, \"state\": [1]}",
    "{\"version\": \"1\", \"state\": []}", "{\"version\": 99999999999999999999, \"state\": []}",
    "{\"version\": 2, \"state\": [\"secret\"]}", "\u{0}\u{0}\u{0}",
    "LifecycleBus-state 1 version=1",
    String(repeating: "[", count: 100_000),
  ]

  @Test(
    "a file that cannot be used is set aside once, and the next save replaces it", arguments: damage
  )
  func damaged(contents: String) throws {
    try Data(contents.utf8).write(to: file)

    // The second run finds the file as the first one did.
    for _ in 1...2 {
      let saver = saver { _, _ in nil }
      let error = try #require(saver.problem)
      #expect(saver.restoration == .setAside && error.code == .undecodable && saver.state == [])
      #expect(error.sentence.contains("notes.json.damaged") && !"\(error)".contains("secret"))
    }
    try save(["new"])

    #expect(folder.names == ["notes.json", "notes.json.damaged", "notes.json.lock"])
    #expect(try text(of: "notes.json.damaged") == contents)
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

  private struct Average: Codable {
    var value: Decimal
  }

  @Test("what is no JSON is an error, and not acknowledged: a decimal that is no number (82)")
  func noJSON() throws {
    let saver = StateSaver(file: file, initial: Average(value: 1))
    try saver.saveAndWait()

    saver.state.value = 1 / Decimal(0)
    #expect(code { try saver.saveAndWait() } == .unencodable)

    #expect(StateSaver(file: file, initial: Average(value: 0)).state.value == 1)
    withExtendedLifetime(saver) {}
  }

  // MARK: Somebody else

  @Test("a file that was only touched was not changed")
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
    "an edit by hand is joined by onRestore, or set aside, and that is said once",
    arguments: [true, false])
  func edited(isJoined: Bool) throws {
    let saver = saver()
    var said: [String] = []
    saver.log = { said.append($0) }
    if isJoined {
      saver.onRestore = { $0 + $1 }
    }
    saver.state = ["one"]
    try saver.saveAndWait()

    try editByHand("by hand")
    for word in ["two", "three"] {
      saver.state.append(word)
      try saver.saveAndWait()
    }

    #expect(saver.state == (isJoined ? ["by hand"] : []) + ["one", "two", "three"])
    #expect(try saved() == saver.state)
    if isJoined {
      #expect(saver.restoration == .restored && said == [])
    } else {
      #expect(said.count == 1 && said[0].contains("notes.json.other"))
      #expect(try text(of: "notes.json.other").contains("by hand"))
    }
  }

  @Test(
    "a second saver is told at once, owns the file when the first has gone, and joins its changes",
    arguments: [false, true])
  func second(hasChanged: Bool) throws {
    var first: StateSaver<[String]>? = saver()
    first?.state = ["one"]
    try first?.saveAndWait()
    let second = saver()
    second.onRestore = { $0 + $1 }
    #expect(second.state == ["one"] && second.restoration == .inUse)

    second.state = ["mine"]
    if hasChanged {
      first?.state = ["two"]
      try first?.saveAndWait()
    }
    #expect(code { try second.saveAndWait() } == .inUse)
    first = nil
    try second.saveAndWait()

    #expect(second.state == (hasChanged ? ["two", "mine"] : ["mine"]))
    #expect(saver().state == second.state && second.restoration == .restored)
    #expect(folder.names == ["notes.json", "notes.json.lock"])
  }

  // MARK: Nothing is undone

  @Test("a copy that has changed nothing does not undo what the first one has saved (82)")
  func idleCopy() throws {
    try save(["one"])
    var first: StateSaver<[String]>? = saver()
    let idle = saver()
    bus.mediator.attach(idle)
    first?.state.append("two")
    try first?.saveAndWait()
    first = nil

    bus.post(.didEnterBackground, .willTerminate)

    #expect(try saved() == ["one", "two"])
    #expect(folder.names == ["notes.json", "notes.json.lock"])
  }

  @Test("an idle program leaves an edit by hand alone, also one that has begun without a file (82)")
  func idleEdit() throws {
    let saver = saver()
    bus.mediator.attach(saver)
    bus.post(.didFinishLaunching)

    for edit in ["first", "second"] {
      try editByHand(edit)
      bus.post(.didEnterBackground)
      try saver.saveAndWait()
      #expect(try saved() == [edit])
    }

    bus.post(.willTerminate)
    #expect(try saved() == ["second"])
    #expect(folder.names == ["notes.json", "notes.json.lock"])
  }

  @Test("a file that is written otherwise than a saver would is left as it is, until a change")
  func otherSpelling() throws {
    try editByHand("by hand")
    let before = text
    let saver = saver()
    try saver.saveAndWait()
    #expect(text == before)

    saver.state.append("two")
    try saver.saveAndWait()
    #expect(try saved() == ["by hand", "two"])
  }

  @Test("a file that was removed is made again with the state")
  func removed() throws {
    let saver = saver()
    saver.state = ["one"]
    try saver.saveAndWait()

    try FileManager.default.removeItem(at: file)
    try saver.saveAndWait()

    #expect(try saved() == ["one"])
  }

  private struct Saved: Decodable {
    let state: [String]
  }

  private func saved() throws -> [String] {
    try JSONDecoder().decode(Saved.self, from: Data(contentsOf: file)).state
  }

  // MARK: A file that cannot be read

  /// A saver with "typed" that could not read its file, in which "saved" is.
  private func saverWithoutItsFile() throws -> StateSaver<[String]> {
    try save(["saved"])
    let saver = folder.unreadable("notes.json") { self.saver() }
    #expect(saver.restoration == .unavailable && saver.state == [])
    #expect(saver.problem?.code == .unreadable)
    saver.state = ["typed"]
    return saver
  }

  @Test("a file that cannot be read is not replaced")
  func unavailable() throws {
    let saver = try saverWithoutItsFile()

    folder.unreadable("notes.json") {
      // What stands for it is a folder, which cannot be replaced either.
      #expect(code { try saver.saveAndWait() } == .unwritable)
    }

    #expect(text?.contains("saved") == true)
  }

  @Test("a file that can be read at last becomes the state, if nothing has changed")
  func availableAgain() throws {
    let saver = try saverWithoutItsFile()
    saver.state = []
    bus.mediator.attach(saver)

    bus.post(.protectedDataDidBecomeAvailable)
    #expect(saver.restoration == .restored && saver.problem == nil)
    #expect(saver.state == ["saved"])

    try saver.saveAndWait()
    #expect(folder.names == ["notes.json", "notes.json.lock"])
  }

  @Test(
    "a file that can be read at last is joined with what was typed, or set aside",
    arguments: [true, false])
  func availableAfterTyping(isJoined: Bool) throws {
    let saver = try saverWithoutItsFile()
    saver.log = { _ in }
    if isJoined {
      saver.onRestore = { $0 + $1 }
    }
    bus.mediator.attach(saver)

    bus.post(.protectedDataDidBecomeAvailable)
    try saver.saveAndWait()

    #expect(saver.restoration == (isJoined ? .restored : .setAside))
    #expect(saver.state == (isJoined ? ["saved", "typed"] : ["typed"]))
    #expect(try saved() == saver.state)
    #expect(folder.names.contains("notes.json.other") == !isJoined)
  }

  @Test("a model hears of the file that can be read at last, and its own state is the current one")
  func modelAfterUnavailable() throws {
    let saver = try saverWithoutItsFile()
    var model = ["of the model"]
    saver.snapshot = { model }
    saver.onRestore = { stored, current in
      model = stored + current
      return model
    }

    try saver.saveAndWait()

    #expect(model == ["saved", "of the model"])
    #expect(self.saver().state == model)
    withExtendedLifetime(saver) {}
  }

  // MARK: The life cycle

  /// Until what an event has started is saved.
  private func waitForSave(on bus: TestBus) async {
    await bus.mediator.waitForHolds(upTo: .seconds(60))
  }

  @Test(
    "the way to the background is on the disk, under a hold, before the next listener is called",
    arguments: [false, true])
  func background(isInGroup: Bool) async {
    let saver = saver()
    if isInGroup {
      bus.mediator.attach(ListenerGroup { saver })
    } else {
      bus.mediator.attach(saver)
    }
    saver.state = ["one"]
    var saved: [Bool] = []
    saver.onSave = { result in
      saved.append((try? result.get()) != nil)
      #expect(self.bus.mediator.openHolds == ["save state"])
    }

    // It may crash, or change the state.
    bus.attach("later") { _ in
      #expect(self.text?.contains("one") == true)
      saver.state.append("two")
    }
    bus.post(.didEnterBackground)
    await waitForSave(on: bus)
    #expect(saved == [true] && text?.contains("two") == true)
  }

  @Test("a Mac's app saves when it loses the focus, others do not", arguments: [true, false])
  func mac(isMac: Bool) async {
    let saver = saver()
    let bus = TestBus(vocabulary: isMac ? .appKit : .uiKit)
    bus.mediator.attach(saver)

    bus.post(.willResignActive)
    await waitForSave(on: bus)

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

  @Test("an event saves in place of a save that waits, and the next saveSoon saves again")
  func eventInsteadOfSoon() async {
    let saver = saver()
    let (saves, continuation) = AsyncStream.makeStream(of: [String].self)
    saver.onSave = { _ in continuation.yield(saver.state) }
    var iterator = saves.makeAsyncIterator()
    bus.mediator.attach(saver)

    saver.state = ["one"]
    saver.saveSoon(after: .seconds(3_600))
    bus.post(.didEnterBackground)
    #expect(await iterator.next() == ["one"])

    saver.state = ["two"]
    saver.saveSoon(after: .seconds(3_600))
    bus.post(.willTerminate)
    #expect(await iterator.next() == ["two"])

    saver.state = ["three"]
    saver.saveSoon(after: .zero)
    saver.saveSoon(after: .seconds(3_600))
    saver.state = ["four"]
    #expect(await iterator.next() == ["four"])
  }

  @Test("a failed save is said once without onSave, and tried again with the next event")
  func failure() async throws {
    let saver = saver()
    var said: [String] = []
    saver.log = { said.append($0) }
    bus.mediator.attach(saver)
    saver.state = ["one"]

    mkdir(file.path, 0o700)
    for _ in 1...2 {
      bus.post(.didEnterBackground)
      await waitForSave(on: bus)
    }
    #expect(said.count == 1 && said[0].hasPrefix("lifecycle: \(file.path): "))

    rmdir(file.path)
    bus.post(.protectedDataDidBecomeAvailable)
    await waitForSave(on: bus)
    #expect(text?.contains("one") == true)
  }

  @Test("a state of the main actor is saved, and nothing keeps it when it was replaced")
  func ofTheMainActor() async throws {
    let saver = StateSaver(file: file, initial: Page(number: 1))
    weak let first = saver.state
    let saving = Task { try await saver.save() }
    await Task.yield()

    saver.state = Page(number: 2)
    #expect(first == nil)
    try await saving.value
    try await saver.save()

    #expect(text?.contains("2") == true)
  }
}

/// Belongs to the main actor, as each type does in a new app, and isn't `Sendable`.
@MainActor
private final class Page: @MainActor Codable {
  let number: Int

  init(number: Int) { self.number = number }

  convenience init(from decoder: any Decoder) throws {
    self.init(number: try Int(from: decoder))
  }

  func encode(to encoder: any Encoder) throws {
    try number.encode(to: encoder)
  }
}

@Suite("What a save does")
struct SaveStepTests {
  /// A letter for each fact: the state is new, the file is new, it was unavailable, there is a snapshot,
  /// there is `onRestore`.
  @Test(
    "the state and the file say it, and only if both are new they are joined or set aside (82)",
    arguments: [
      ("", .write), ("s", .write), ("c", .write), ("j", .write), ("scj", .write), ("u", .write),
      ("f", .leave), ("fc", .leave), ("fj", .leave), ("fcj", .leave),
      ("sf", .setAside), ("sfc", .setAside), ("sfj", .join), ("sfcj", .join),
      ("fu", .take), ("fuc", .leave), ("fuj", .join), ("fucj", .join),
      ("sfu", .setAside), ("sfuc", .setAside), ("sfuj", .join), ("sfucj", .join),
    ] as [(String, SaveStep)])
  func table(facts: String, expected: SaveStep) {
    let step = SaveStep(
      isStateNew: facts.contains("s"), isFileNew: facts.contains("f"),
      isLate: facts.contains("u"), canJoin: facts.contains("j"), canTake: !facts.contains("c"))

    #expect(step == expected)
  }
}

#if os(macOS) || os(Linux)
  /// What only a process of its own can show.
  @MainActor
  @Suite(
    "A saved state in another process",
    .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)),
    .timeLimit(.minutes(hangMinutes)))
  struct StateSaverChildTests {
    let folder = TemporaryFolder()
    private var file: URL { folder.file("counts.json") }

    @Test(
      "two copies that change, stay idle and are killed lose and undo nothing acknowledged (82)")
    func killed() async throws {
      let copies = CountingCopies(of: file)
      var owner = "A"
      var other = "B"
      try await copies.start(owner)
      try await copies.waitForSave(of: owner)
      try await copies.start(other)

      let kills = Rounds.count(40)
      for number in 1...kills {
        // Now and then the one that waits for the file.
        let victim = number.isMultiple(of: 5) ? other : owner
        spinForAMoment()
        try await copies.kill(victim)

        let acknowledged = copies.acknowledged
        let found = StateSaver(file: file, initial: [String: Int]()).state
        for (name, count) in acknowledged {
          #expect(found[name, default: 0] >= count, "\(name) after kill \(number)")
        }

        if victim == owner {
          swap(&owner, &other)
          try await copies.waitForSave(of: owner)
        }
        try await copies.start(victim)
      }
      try await copies.kill("A")
      try await copies.kill("B")

      let saver = StateSaver(file: file, initial: [String: Int]())
      for (name, count) in copies.acknowledged {
        #expect(saver.state[name, default: 0] >= count)
      }
      let saves = copies.acknowledged.values.reduce(0, +)
      #expect(saves >= kills / 2, "Hardly anything was saved.")

      // A save after all that leaves nothing else behind.
      saver.state["end"] = 1
      try saver.saveAndWait()
      #expect(folder.names == ["counts.json", "counts.json.lock"])
    }

    private func spinForAMoment() {
      for _ in 0..<Int.random(in: 0..<200_000) {
        _ = ContinuousClock.now
      }
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
        #"word=$(head -c 100000 /dev/zero | tr '\0' x); "# + FileSizeLimit.script(blocks: 16)
          + #""$0" once "$1/long" "$word""#)

      #expect(said.last == "unwritable")
      #expect(folder.names == ["long.lock"])
    }

    @Test("with any mask of the process the files are the owner's alone", arguments: ["0", "777"])
    func mask(mask: String) async throws {
      for _ in 1...2 {
        let said = try await lines(#"umask \#(mask); "$0" ways "$1""#)
        #expect(said.count { $0.hasPrefix("kept") } == 5)
      }

      #expect(try folder.permissions("new") == 0o700)
      for name in folder.names(in: "new") {
        #expect(try folder.permissions("new/\(name)") == 0o600)
      }
    }
  }

  /// Copies of a program that count in one file, each under its name.
  @MainActor
  private final class CountingCopies {
    private let file: URL
    private var running: [String: ChildProcess] = [:]
    private var ofKilled: [String: Int] = [:]
    /// The highest count that each copy has said to be on the disk.
    var acknowledged: [String: Int] {
      ofKilled.merging(running.mapValues { Self.count($0.output.all) }) { max($0, $1) }
    }

    init(of file: URL) { self.file = file }

    /// Returns when the copy has read the file, so that what it knows is old soon.
    func start(_ name: String) async throws {
      let child = try ChildProcess("SaverChild", ["count", file.path, name])
      running[name] = child
      try await child.output.wait(for: "restored ")
    }

    func waitForSave(of name: String) async throws {
      try await running[name]?.output.wait(for: "kept ")
    }

    func kill(_ name: String) async throws {
      guard let child = running.removeValue(forKey: name) else { return }
      child.send(SIGKILL)
      try await child.wait()

      let lines = child.output.all
      #expect(lines.allSatisfy { $0.hasPrefix("kept ") || $0.hasPrefix("restored ") }, "\(lines)")

      ofKilled[name] = max(ofKilled[name, default: 0], Self.count(lines))
    }

    private static func count(_ lines: [String]) -> Int {
      let last = lines.last { $0.hasPrefix("kept ") }
      return last.flatMap { Int($0.dropFirst("kept ".count)) } ?? 0
    }
  }
#endif
