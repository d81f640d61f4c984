import Foundation
import Testing

/// The README's promises, each with its test, as the page "How it is tested" lists them.
@Suite("The promises of the README")
struct PromiseTests {
  static let titles: [String] = {
    guard let page = ArticlePageTests.pages.first(where: { $0.name == "HowItIsTested" }),
      let start = page.text.range(of: "\n## The promises of the README\n")
    else { return [] }
    return page.text[start.upperBound...].components(separatedBy: "\n## ")[0]
      .components(separatedBy: "\n").filter { $0.hasPrefix("| ") }
      .flatMap { row in row.matches(of: /"([^"]+)"/).map { String($0.output.1) } }
  }()

  @Test("each test in the table of promises exists")
  func exist() {
    #expect(Self.titles.count > 20)
    for title in Self.titles {
      #expect(BehavioursPageTests.titles.contains(title), "no test has the title: \(title)")
    }
  }

  @Test("the package depends on no other package")
  func dependencies() throws {
    let manifest = try String(
      contentsOf: CompiledSamples.root.appending(path: "Package.swift"), encoding: .utf8)
    #expect(manifest.contains("name: \"LifecycleBus\""))
    #expect(!manifest.contains(".package("))
  }
}
