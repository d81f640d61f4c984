import Foundation
import Testing

/// The page Behaviours and the titles of the tests cite each other: each number has a rule there,
/// and each rule a test.
@Suite("The page Behaviours")
struct BehavioursPageTests {
  struct Rule: Sendable, CustomTestStringConvertible {
    let number: String
    let titles: [String]
    var testDescription: String { number }
  }

  static let relay = (1...75).map(String.init)
  static let signals = (1...18).map { "S\($0)" }

  static let page =
    (try? String(
      contentsOf: CompiledSamples.root.appending(path: "Tests/Behaviours.md"),
      encoding: .utf8)) ?? ""

  /// The rows that begin with a number: number, rule, and the titles of its tests.
  static let rules = page.split(separator: "\n").compactMap { line -> Rule? in
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 3, cells[0].wholeMatch(of: /S?\d+/) != nil, !cells[1].isEmpty else {
      return nil
    }
    let titles = cells[2].split(separator: "<br>").map { $0.trimmingCharacters(in: .whitespaces) }
    return Rule(number: cells[0], titles: titles)
  }

  /// The titles of all tests of the package.
  static let titles: [String] = {
    let folder = CompiledSamples.root.appending(path: "Tests")
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    var titles: [String] = []
    while let file = files?.nextObject() as? URL {
      guard file.lastPathComponent.hasSuffix("Tests.swift"),
        let source = try? String(contentsOf: file, encoding: .utf8)
      else { continue }
      titles += source.matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/).map { String($0.1) }
    }
    return titles
  }()

  /// The numbers at the end of a title: "(26-28, S5)" gives 26, 27, 28 and S5.
  static func numbers(of title: String) -> Set<String> {
    guard let list = title.firstMatch(of: /\(([^()]*)\)$/)?.1 else { return [] }
    var numbers: Set<String> = []
    for item in list.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      let range = item.split(separator: "-").compactMap { Int($0) }
      if range.count == 2, range[0] <= range[1] {
        numbers.formUnion((range[0]...range[1]).map(String.init))
      } else {
        numbers.insert(item)
      }
    }
    return numbers
  }

  @Test("each number is on the page once")
  func complete() {
    let found = Self.rules.map(\.number)
    #expect(Set(found) == Set(Self.relay + Self.signals))
    #expect(found.count == Set(found).count)
  }

  @Test("each cited test exists and carries the number", arguments: rules)
  func cited(rule: Rule) {
    #expect(!rule.titles.isEmpty)
    for title in rule.titles where rule.number.hasPrefix("S") == false {
      #expect(Self.titles.contains(title), "no test has the title \"\(title)\"")
      #expect(Self.numbers(of: title).contains(rule.number), "\"\(title)\" lacks \(rule.number)")
    }
  }

  @Test("each number of the signals is in the title of a test", arguments: signals)
  func signalTests(number: String) {
    #expect(Self.titles.contains { Self.numbers(of: $0).contains(number) })
  }

  @Test("each number in a title is on the page")
  func known() {
    let known = Set(Self.rules.map(\.number))
    for title in Self.titles {
      for number in Self.numbers(of: title) where number.wholeMatch(of: /S?\d+/) != nil {
        #expect(known.contains(number), "\"\(title)\" cites \(number)")
      }
    }
  }
}
