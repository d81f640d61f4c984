import Foundation
import TestSupport
import Testing

@Suite("The README")
struct ReadmeTests {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let readme =
    (try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? ""
  static let samples = blocks("swift")

  @Test("every sample stands word for word in a file that is compiled", arguments: samples)
  func sampleIsCompiled(sample: String) throws {
    let compiled = try Self.compiledFiles().map(Self.normalized)
    let wanted = Self.normalized(sample)
    #expect(
      compiled.contains { $0.contains(wanted) },
      "no compiled file holds this sample:\n\(sample)")
  }

  @Test("the first sample stands within the first 15 lines and is at most 12 lines long")
  func firstScreen() throws {
    let first = try #require(Self.samples.first)
    let lines = Self.readme.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: "```swift"))
    #expect(start < 15)
    #expect(first.components(separatedBy: "\n").count <= 12)
  }

  @Test("the first sample prints what the page says")
  func firstSamplePrints() async throws {
    let outcome = try await HelperProgram("FirstSample").run()
    #expect(outcome.exitCode == 0)
    #expect(outcome.lines.joined(separator: "\n") == Self.blocks("text").first)
  }

  @Test("every picture and page that it links to exists")
  func linksExist() {
    let targets = Self.readme.matches(of: /(?:\]\(|src(?:set)?=")([^)":#]+)[)"]/).map {
      String($0.1)
    }
    #expect(targets.count >= 4)
    for target in targets where !target.hasPrefix("http") {
      #expect(
        FileManager.default.fileExists(atPath: Self.root.appending(path: target).path), "\(target)")
    }
  }

  @Test("the two commands are there")
  func commands() {
    #expect(Self.readme.contains("\nswift run journal"))
    #expect(Self.readme.contains("\nswift test"))
  }

  /// The fenced blocks of one language, in order.
  static func blocks(_ language: String) -> [String] {
    readme.components(separatedBy: "\n```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  /// Indentation, blank lines, and `@main`, of which a module takes one, do not count.
  static func normalized(_ text: String) -> String {
    text.components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && $0 != "@main" }
      .joined(separator: "\n")
  }

  static func compiledFiles() throws -> [String] {
    let folder = root.appending(path: "Tests/ReadmeTests/Samples")
    let samples = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let programs = ["FirstSample", "SignalSample"].map {
      root.appending(path: "Tests/Support/\($0)/main.swift")
    }
    return try (samples + programs).map { try String(contentsOf: $0, encoding: .utf8) }
  }
}
