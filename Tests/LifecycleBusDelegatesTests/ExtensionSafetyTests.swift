import Foundation
import Testing

@Suite("Extension safety")
struct ExtensionSafetyTests {
  static let sources: [URL] = {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let files = FileManager.default.enumerator(
      at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }.filter {
      $0.pathExtension == "swift"
    }
  }()

  /// The code of a file without its comments, because a comment may name the shared object.
  static func code(of file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      line.range(of: "//").map { String(line[..<$0.lowerBound]) } ?? String(line)
    }.joined(separator: "\n")
  }

  @Test(
    "no source names the shared application object",
    arguments: [
      #"UIApplication\s*\.\s*shared"#, #"NSApplication\s*\.\s*shared"#, #"\bNSApp\b"#,
      #"WKExtension\s*\.\s*shared"#, #"WKApplication\s*\.\s*shared"#, "sharedApplication",
    ])
  func shared(pattern: String) throws {
    #expect(Self.sources.count > 40)
    let regex = try Regex(pattern)
    for file in Self.sources where try Self.code(of: file).contains(regex) {
      Issue.record("\(file.lastPathComponent) names the shared application object.")
    }
  }
}
