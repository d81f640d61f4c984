import Foundation
import TestSupport
import Testing

@Suite("The page on command-line tools")
struct PageTests {
  @Test("what the page shows of the filter is what it prints")
  func printed() async throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../../LifecycleBus/CommandLineAndServices.md").standardized
    let block = try #require(
      try String(contentsOf: page, encoding: .utf8).firstMatch(
        of: /```console\n\$ (.*)\n([^`]*)```/))
    let run = "swift run --package-path Docs/Examples/Lines lines"
    #expect(block.1.contains(run))
    let printed = try await Place().run(String(block.1).replacing(run, with: "\"$0\""))
    #expect(printed == block.2.split(separator: "\n").map(String.init))
  }
}
