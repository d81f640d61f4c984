import Foundation
import TestSupport
import Testing

@Suite("What a power cut leaves on a disk")
struct UnsyncedDiskTests {
  /// Calls on a disk with a file "a" that holds "old", or on an empty one, and what a power cut may
  /// leave: the path and text of each file, in each possible state.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    var isEmpty = false
    let calls: [FileChange]
    let states: Set<[String: String]>

    init(
      _ rule: String, onEmptyDisk isEmpty: Bool = false, _ calls: [FileChange],
      leave states: Set<[String: String]>
    ) {
      (testDescription, self.isEmpty, self.calls, self.states) = (rule, isEmpty, calls, states)
    }
  }

  private static func write(_ text: String, to path: String, at offset: Int = 0) -> FileChange {
    .write(path, at: offset, Data(text.utf8))
  }

  private static let new: [FileChange] = [
    .create("a"), write("x", to: "a"), .sync("a"), .close("a"),
  ]
  private static let replacement: [FileChange] = [
    .create("b"), write("x", to: "b"), .sync("b"), .rename("b", to: "a"),
  ]
  private static let inFolder: [FileChange] = [
    .makeFolder("f"), .create("f/a"), write("x", to: "f/a"), .sync("f/a"), .sync("f"),
  ]

  static let cases = [
    Case(
      "bytes that were not synced are missing, there up to any byte, or zeros", onEmptyDisk: true,
      [.create("a"), .sync(""), write("xyz", to: "a")],
      leave: Set(["", "x", "xy", "xyz", "000", "x00", "xy0"].map { ["a": $0] })),
    Case(
      "bytes that replace others are the new ones up to any byte", [write("new", to: "a")],
      leave: Set(["old", "nld", "ned", "new"].map { ["a": $0] })),
    Case(
      "a later write can be there without an earlier one",
      [write("x", to: "a"), write("y", to: "a", at: 2)],
      leave: Set(["old", "xld", "oly", "xly"].map { ["a": $0] })),
    Case("the name of a new file is uncertain", onEmptyDisk: true, new, leave: [[:], ["a": "x"]]),
    Case(
      "it is once its folder was synced", onEmptyDisk: true, new + [.sync("")],
      leave: [["a": "x"]]),
    Case(
      "a rename leaves the old file or the new one", replacement,
      leave: [["a": "old"], ["a": "old", "b": "x"], ["a": "x"]]),
    Case("a synced rename leaves the new one", replacement + [.sync("")], leave: [["a": "x"]]),
    Case(
      "a rename can be there before the bytes of the file",
      [.create("b"), write("x", to: "b"), .rename("b", to: "a"), .sync("")],
      leave: Set(["", "0", "x"].map { ["a": $0] })),
    Case(
      "changes of different names are there in any combination", onEmptyDisk: true,
      [.create("b"), .create("c")], leave: [[:], ["b": ""], ["c": ""], ["b": "", "c": ""]]),
    Case(
      "changes of one name are there in order", onEmptyDisk: true,
      [.create("b"), .remove("b"), .create("b"), .rename("b", to: "c")],
      leave: [[:], ["b": ""], ["c": ""]]),
    Case(
      "a file is lost with the name of its folder", onEmptyDisk: true, inFolder,
      leave: [[:], ["f": "/", "f/a": "x"]]),
    Case(
      "it is not once that was synced", onEmptyDisk: true, inFolder + [.sync("")],
      leave: [["f": "/", "f/a": "x"]]),
    Case(
      "two names of a file lead to the same bytes",
      [.link("a", to: "b"), .sync(""), write("n", to: "a")],
      leave: [["a": "old", "b": "old"], ["a": "nld", "b": "nld"]]),
    Case(
      "a truncation that was not synced is there or not", [.truncate("a", to: 1)],
      leave: [["a": "old"], ["a": "o"]]),
  ]

  @Test("a power cut leaves what was synced, and of the rest any part in order", arguments: cases)
  func states(of trial: Case) throws {
    var disk = UnsyncedDisk(trial.isEmpty ? DiskContents() : DiskContents(["a": Data("old".utf8)]))
    for change in trial.calls { try disk.apply(change) }
    var generator = SeededGenerator(seed: 1)
    let cuts = disk.cuts(atMost: 10_000, &generator)
    #expect(cuts.isComplete)
    let states = cuts.states.map { state in
      Dictionary(
        uniqueKeysWithValues: state.entries.keys.map {
          ($0, (state.text($0) ?? "/").replacing("\0", with: "0"))
        })
    }
    #expect(Set(states) == trial.states)
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
