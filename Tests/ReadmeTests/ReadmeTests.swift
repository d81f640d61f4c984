import Foundation
import LifecycleBus
import TestSupport
import Testing

@Suite("The README")
struct ReadmeTests {
  static let root = CompiledSamples.root
  static let readme =
    (try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? ""
  static let samples = CompiledSamples.blocks("swift", of: readme)

  @Test("every sample is part of a compiled file", arguments: samples)
  func sampleIsCompiled(sample: String) throws {
    #expect(
      try CompiledSamples.contain(sample), "no compiled file contains this sample:\n\(sample)")
  }

  @Test("the first sample starts within the first 12 lines and has at most 12")
  func firstScreen() throws {
    let first = try #require(Self.samples.first)
    let lines = Self.readme.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: "```swift"))
    #expect(start < 12)
    #expect(first.components(separatedBy: "\n").count <= 12)
  }

  #if os(macOS) || os(Linux) || os(Windows)
    @Test("the sample that runs anywhere is a whole program, and prints the output on the page")
    func sampleThatRunsAnywhere() async throws {
      let upToOutput = try #require(Self.readme.components(separatedBy: "\n```text\n").first)
      let program = try String(
        contentsOf: Self.root.appending(path: "Tests/Support/FirstSample/main.swift"),
        encoding: .utf8)
      #expect(CompiledSamples.blocks("swift", of: upToOutput).last.map { $0 + "\n" } == program)
      let outcome = try await HelperProgram("FirstSample").run()
      #expect(outcome.exitCode == 0)
      #expect(
        outcome.lines.joined(separator: "\n")
          == CompiledSamples.blocks("text", of: Self.readme).first
      )
    }
  #endif

  @Test("every linked picture and page exists")
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

  @Test("the page has at most 650 words")
  func length() {
    #expect(Self.readme.split(whereSeparator: \.isWhitespace).count <= 650)
  }

  @Test("the package depends on no other package")
  func dependencies() throws {
    let manifest = try String(
      contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    #expect(!manifest.contains(".package("))
  }

  @Test("the two commands are on the page")
  func commands() {
    #expect(Self.readme.contains("\nswift run journal"))
    #expect(Self.readme.contains("\nswift test"))
  }
}
