import Foundation
import Testing

@Suite("Extension safety")
struct ExtensionSafetyTests {
  /// The code of a file without its comments, because a comment may name the shared object.
  static func code(of file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      line.range(of: "//").map { String(line[..<$0.lowerBound]) } ?? String(line)
    }.joined(separator: "\n")
  }

  /// Every Swift file of the package's libraries.
  static func sources() -> [URL] {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let files = FileManager.default.enumerator(
      at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" }
  }

  @Test("no source names the shared application object")
  func shared() throws {
    let sources = Self.sources()
    #expect(sources.count > 40)

    let names = #/(UIApplication|NSApplication|WKExtension|WKApplication)\s*\.\s*shared/#
    let others = #/\bNSApp\b|sharedApplication/#
    for file in sources {
      let code = try Self.code(of: file)
      guard code.contains(names) || code.contains(others) else { continue }
      Issue.record("\(file.lastPathComponent) names the shared application object.")
    }
  }
}
