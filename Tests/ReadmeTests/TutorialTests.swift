import Foundation
import TestSupport
import Testing

/// The tutorial "A journal that loses nothing" shows the journal's own sources.
@Suite("The tutorial", .serialized)
struct TutorialTests {
  static let folder = CompiledSamples.root.appending(path: "Docs/LifecycleBus/Tutorials")
  static let journal = CompiledSamples.root.appending(path: "Docs/Examples/Journal")
  static let stepCount = 6

  static func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

  static func names(in folder: URL, ending suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(suffix) }.sorted()
  }

  /// The code file that shows a source of the journal as it is at the end.
  static func codeFile(of source: String) -> URL {
    folder.appending(
      path: source == "main.swift" ? "journal-\(stepCount)-main.swift" : "journal-\(source)")
  }

  @Test("the last step has the journal's sources, word for word")
  func lastStep() throws {
    let sources = try Self.names(in: Self.journal, ending: ".swift")
    #expect(sources.count >= 10)
    for source in sources {
      #expect(
        try Self.text(Self.codeFile(of: source)) == Self.text(Self.journal.appending(path: source)),
        "copy \(source) from Docs/Examples/Journal to \(Self.codeFile(of: source).path)")
    }
  }

  @Test("every line of an earlier main.swift is a line of the last, in order")
  func earlierSteps() throws {
    let last = try Self.text(Self.codeFile(of: "main.swift")).components(separatedBy: "\n")
    for step in 1..<Self.stepCount {
      var rest = last[...]
      let file = Self.folder.appending(path: "journal-\(step)-main.swift")
      for line in try Self.text(file).components(separatedBy: "\n") {
        let index = rest.firstIndex(of: line)
        #expect(index != nil, "step \(step) has a line that the journal has not: \(line)")
        if let index { rest = rest[(index + 1)...] }
      }
    }
  }

  @Test("the tutorial shows every code file, and no other")
  func complete() throws {
    let tutorial = try Self.text(
      Self.folder.appending(path: "AJournalThatLosesNothing.tutorial"))
    let shown = tutorial.matches(of: /file: "([^"]+)"/).map { String($0.1) }
    #expect(Set(shown) == Set(try Self.names(in: Self.folder, ending: ".swift")))
  }

  #if os(Linux)
    /// SwiftPM's native build system puts the modules of a build beside the test program.
    static let modules = Bundle.main.bundleURL.appending(path: "Modules")

    @Test(
      "each step compiles with the files of the journal",
      .enabled("this build system puts the modules elsewhere") {
        FileManager.default.fileExists(
          atPath: modules.appending(path: "Listeners.swiftmodule").path)
      },
      arguments: 1..<stepCount)
    func compiles(step: Int) async throws {
      let sources = TestFiles.folder.appending(
        path: "journal-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: sources) }
      for source in try Self.names(in: Self.journal, ending: ".swift") {
        let file =
          source == "main.swift"
          ? Self.folder.appending(path: "journal-\(step)-main.swift") : Self.codeFile(of: source)
        try FileManager.default.copyItem(at: file, to: sources.appending(path: source))
      }
      let files = try Self.names(in: sources, ending: ".swift").map {
        sources.appending(path: $0).path
      }
      let options = ["-typecheck", "-swift-version", "6", "-I", Self.modules.path]
      let compiler = try ChildProcess("/usr/bin/env", ["swiftc"] + options + files)
      #expect(try await compiler.wait() == "exited 0")
    }
  #endif
}
