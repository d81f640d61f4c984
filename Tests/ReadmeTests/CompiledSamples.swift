import Foundation

/// The compiled files whose code the README and the documentation show, and the comparison.
enum CompiledSamples {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Whether one of the files contains the sample.
  static func contain(_ sample: String) throws -> Bool {
    let wanted = normalized(sample)
    return try files().contains { normalized($0).contains(wanted) }
  }

  /// The fenced blocks of one language, in order.
  static func blocks(_ language: String, of page: String) -> [String] {
    page.components(separatedBy: "\n```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  /// The text without indentation, blank lines, imports, availability, and `@main`, of which a module
  /// may contain one.
  static func normalized(_ text: String) -> String {
    text.components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { line in
        !line.isEmpty && !["@main", "@available", "import "].contains { line.hasPrefix($0) }
      }
      .joined(separator: "\n")
  }

  /// Everything below `Samples`, the samples and examples that are programs, those that are tests,
  /// and the app that is moved.
  private static func files() throws -> [String] {
    let folders = [
      "Tests/ReadmeTests/Samples", "Tests/Support/ArticleSamples", "Docs/Examples/Lines/Sources",
      "Docs/Examples/UsageCounter/Sources", "Docs/Examples/ScenesNotes/Sources",
      "Docs/Examples/SwiftUIDraft/Sources", "Docs/Examples/MacEditor/Sources",
      "Docs/Examples/Service/Sources",
      "Tests/ApplePlatforms/Sources/LargeDelegate", "Tests/ListenersTests/Crosstalk",
      "Tests/Support/LineSample", "Tests/Support/FullScreenSample", "Tests/Support/ServiceChild",
    ].flatMap {
      FileManager.default.enumerator(at: root.appending(path: $0), includingPropertiesForKeys: nil)?
        .allObjects ?? []
    }
    let files = [
      "Tests/Support/FirstSample/main.swift", "Tests/Support/SignalSample/main.swift",
      "Tests/ReadmeTests/TestingPageSamples.swift",
    ].map { root.appending(path: $0) }
    return try (folders.compactMap { $0 as? URL } + files)
      .filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }
}
