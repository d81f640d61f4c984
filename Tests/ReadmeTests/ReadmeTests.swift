import Foundation
import TestSupport
import Testing

@Suite("The README")
struct ReadmeTests {
  static let root = CompiledSamples.root
  static let readme =
    (try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? ""
  static let samples = CompiledSamples.blocks("swift", of: readme)

  @Test("every sample stands word for word in a file that is compiled", arguments: samples)
  func sampleIsCompiled(sample: String) throws {
    #expect(
      try CompiledSamples.contain(sample), "no compiled file holds this sample:\n\(sample)")
  }

  @Test("the first sample stands within the first 15 lines and is at most 12 lines long")
  func firstScreen() throws {
    let first = try #require(Self.samples.first)
    let lines = Self.readme.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: "```swift"))
    #expect(start < 15)
    #expect(first.components(separatedBy: "\n").count <= 12)
  }

  #if os(macOS) || os(Linux) || os(Windows)
    @Test("the first sample prints what the page says")
    func firstSamplePrints() async throws {
      let outcome = try await HelperProgram("FirstSample").run()
      #expect(outcome.exitCode == 0)
      #expect(
        outcome.lines.joined(separator: "\n")
          == CompiledSamples.blocks("text", of: Self.readme).first
      )
    }
  #endif

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
}
