import Foundation
import TestSupport
import Testing

@Suite("What a power cut leaves on a disk")
struct UnsyncedDiskTests {
  /// What is left of these calls: the path and text of each file, in each possible state.
  private func states(
    after changes: [FileChange], on contents: DiskContents = DiskContents()
  ) throws -> Set<[String: String]> {
    var disk = UnsyncedDisk(contents)
    for change in changes { try disk.apply(change) }
    var generator = SeededGenerator(seed: 1)
    let cuts = disk.cuts(atMost: 10_000, &generator)
    #expect(cuts.isComplete)
    return Set(
      cuts.states.map { state in
        Dictionary(
          uniqueKeysWithValues: state.entries.keys.map {
            ($0, (state.text($0) ?? "/").replacing("\0", with: "0"))
          })
      })
  }

  private let old = DiskContents(["a": Data("old".utf8)])

  private func write(_ text: String, to path: String, at offset: Int = 0) -> FileChange {
    .write(path, at: offset, Data(text.utf8))
  }

  @Test("bytes that were not synced are missing, there up to any byte, or zeros")
  func unsyncedBytes() throws {
    let states = try states(after: [.create("a"), .sync(""), write("xyz", to: "a")])
    let texts = ["", "x", "xy", "xyz", "000", "x00", "xy0"]
    #expect(states == Set(texts.map { ["a": $0] }))
  }

  @Test("bytes that replace others are the new ones up to any byte")
  func overwrittenBytes() throws {
    let states = try states(after: [write("new", to: "a")], on: old)
    #expect(states == Set(["old", "nld", "ned", "new"].map { ["a": $0] }))
  }

  @Test("a later write can be there without an earlier one")
  func reorderedWrites() throws {
    let states = try states(after: [write("x", to: "a"), write("y", to: "a", at: 2)], on: old)
    #expect(states == Set(["old", "xld", "oly", "xly"].map { ["a": $0] }))
  }

  @Test("the name of a new file is certain once its folder was synced")
  func newName() throws {
    let file: [FileChange] = [.create("a"), write("x", to: "a"), .sync("a"), .close("a")]
    #expect(try states(after: file) == [[:], ["a": "x"]])
    #expect(try states(after: file + [.sync("")]) == [["a": "x"]])
  }

  @Test("a rename leaves the old file or the new one")
  func replacement() throws {
    let file: [FileChange] = [.create("b"), write("x", to: "b"), .sync("b"), .rename("b", to: "a")]
    #expect(
      try states(after: file, on: old) == [["a": "old"], ["a": "old", "b": "x"], ["a": "x"]])
    #expect(try states(after: file + [.sync("")], on: old) == [["a": "x"]])
  }

  @Test("a rename can be there before the bytes of the file")
  func unsyncedReplacement() throws {
    let states = try states(
      after: [.create("b"), write("x", to: "b"), .rename("b", to: "a"), .sync("")], on: old)
    #expect(states == Set(["", "0", "x"].map { ["a": $0] }))
  }

  @Test("changes of different names are there in any combination, those of one name in order")
  func orderOfNames() throws {
    let different: [FileChange] = [.create("b"), .create("c")]
    #expect(try states(after: different) == [[:], ["b": ""], ["c": ""], ["b": "", "c": ""]])
    let same: [FileChange] = [.create("b"), .remove("b"), .create("b"), .rename("b", to: "c")]
    #expect(try states(after: same) == [[:], ["b": ""], ["c": ""]])
  }

  @Test("a file is lost with the name of its folder")
  func lostFolder() throws {
    let file: [FileChange] = [
      .makeFolder("f"), .create("f/a"), write("x", to: "f/a"), .sync("f/a"), .sync("f"),
    ]
    #expect(try states(after: file) == [[:], ["f": "/", "f/a": "x"]])
    #expect(try states(after: file + [.sync("")]) == [["f": "/", "f/a": "x"]])
  }

  @Test("two names of a file lead to the same bytes")
  func twoNames() throws {
    let changes: [FileChange] = [.link("a", to: "b"), .sync(""), write("n", to: "a")]
    #expect(
      try states(after: changes, on: old) == [["a": "old", "b": "old"], ["a": "nld", "b": "nld"]])
  }

  @Test("a truncation that was not synced is there or not")
  func truncation() throws {
    #expect(try states(after: [.truncate("a", to: 1)], on: old) == [["a": "old"], ["a": "o"]])
  }

  @Test("a sample of too many combinations has the first and the last of them")
  func sample() throws {
    var disk = UnsyncedDisk()
    for name in 0..<12 { try disk.apply(.create("\(name)")) }
    var generator = SeededGenerator(seed: 2)
    let cuts = disk.cuts(atMost: 100, &generator)
    #expect(!cuts.isComplete)
    #expect((50...102).contains(cuts.states.count))
    #expect(cuts.states.isSuperset(of: [DiskContents(), disk.contents]))
  }
}
