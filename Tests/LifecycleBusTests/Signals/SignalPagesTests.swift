import Foundation
import Testing

@Suite("The pages on terminals and services")
struct SignalPagesTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift samples of a page.
  static func samples(_ page: String) -> [String] {
    let path = root.appending(path: "Docs/LifecycleBus/\(page).md")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  /// Without indentation and empty lines.
  static func normalized(_ text: String) -> String {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  @Test(
    "every sample is part of a program that is compiled and tested",
    arguments: samples("TerminalPrograms") + samples("Services"))
  func isCompiled(sample: String) throws {
    let programs = [
      "LineSample/main", "FullScreenSample/main", "FullScreenSample/FullScreen",
      "ServiceChild/Settings", "ServiceChild/JobLoop",
    ].map { "Tests/Support/\($0).swift" }
    // These are compiled and tested where their package can be built.
    let services = [
      "service/main", "service/GroupShutdown", "service/RequestHolds", "group-service/main",
      "group-service/LifecycleService",
    ].map { "Docs/Examples/Service/Sources/\($0).swift" }
    let files = try (programs + services).map {
      try String(contentsOf: Self.root.appending(path: $0), encoding: .utf8)
    }
    #expect(files.contains { Self.normalized($0).contains(Self.normalized(sample)) }, "\(sample)")
  }

  @Test("both pages have samples")
  func hasSamples() {
    #expect(Self.samples("TerminalPrograms").count == 4)
    #expect(Self.samples("Services").count == 8)
  }
}
