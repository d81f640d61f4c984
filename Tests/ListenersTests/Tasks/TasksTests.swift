import Foundation
import Testing

@Suite("Eight tasks of an app")
struct TasksTests {
  /// The lines of code between the marks of a file, by task.
  private static func lines(_ name: String) throws -> [String: Int] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: name)
    var counts: [String: Int] = [:]
    var task: String?
    for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("// task: ") {
        task = String(text.dropFirst(9))
      } else if text == "// end" {
        task = nil
      } else if let task, !text.isEmpty {
        counts[task, default: 0] += 1
      }
    }
    return counts
  }

  @Test("none takes more lines with the module than by hand")
  func table() throws {
    let (module, hand) = (
      try Self.lines("TasksWithTheModule.swift"), try Self.lines("TasksByHand.swift")
    )
    #expect(module.count == 8)
    #expect(Set(module.keys) == Set(hand.keys))
    for (task, count) in module { #expect(count <= (try #require(hand[task])), "\(task)") }
  }
}
