import Foundation
import LifecycleBus
import TestSupport
import Testing

/// The articles of all catalogs: each sample is compiled, and prints what the page says.
@Suite("The articles")
struct ArticlePageTests {
  struct Page: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    var testDescription: String { name }
  }

  /// One folder a module, as the lists of public names.
  static let modules =
    ((try? FileManager.default.contentsOfDirectory(
      at: CompiledSamples.root.appending(path: "Docs/PublicAPI"), includingPropertiesForKeys: nil))
    ?? [])
    .map {
      CompiledSamples.root.appending(path: "Docs/\($0.deletingPathExtension().lastPathComponent)")
    }

  /// The articles. The page with the name of the module is its landing page.
  static let pages: [Page] = modules.flatMap { folder -> [Page] in
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "md" }.compactMap { file in
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      let name = file.deletingPathExtension().lastPathComponent
      return name == folder.lastPathComponent ? nil : Page(name: name, text: text)
    }
    .sorted { $0.name < $1.name }
  }

  /// The methods of the other page are compiled with the stand-ins for Apple's frameworks.
  static let tested = pages.filter { $0.name != "DelegateMethods" }

  @Test("every Swift sample is part of a compiled file", arguments: tested)
  func isCompiled(page: Page) throws {
    for sample in CompiledSamples.blocks("swift", of: page.text) {
      #expect(
        try CompiledSamples.contain(sample), "no compiled file contains this sample:\n\(sample)")
    }
  }

  @Test("no Swift sample has a line of more than 100 columns", arguments: pages)
  func width(page: Page) {
    for sample in CompiledSamples.blocks("swift", of: page.text) {
      let long = sample.components(separatedBy: "\n").filter { $0.count > 100 }
      #expect(long.isEmpty)
    }
  }

  @Test("the table of events has each event once", arguments: AppLifecycleEvent.allCases)
  func eventTable(event: AppLifecycleEvent) throws {
    let page = try #require(Self.pages.first { $0.name == "TheOrderOfEvents" }).text
    let start = try #require(page.range(of: "\n### All events\n"))
    let section = page[start.upperBound...].components(separatedBy: "\n### ")[0]
    let rows = section.components(separatedBy: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.count { $0.contains("`\(event.rawValue)`") } == 1)
  }

  @Test("the page Answering requests has a row for each protocol of requests")
  func requests() throws {
    let page = try #require(Self.pages.first { $0.name == "AnsweringRequests" }).text
    let rows = page.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }
    let folder = CompiledSamples.root.appending(path: "Sources/LifecycleBus/Delegates/Requests")
    let sources = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let protocols = try sources.flatMap { file in
      try String(contentsOf: file, encoding: .utf8)
        .matches(of: /public protocol (\w+): AppRequestListener/).map { String($0.output.1) }
    }
    #expect(protocols.count > 10)
    for name in protocols {
      #expect(rows.contains { $0.contains("`\(name)`") }, "\(name) has no row")
    }
  }

  #if os(macOS) || os(Linux)
    /// What the program prints for a page is the text blocks of the page, one after another.
    @Test(
      "the samples print what the page says",
      arguments: tested.filter { !CompiledSamples.blocks("text", of: $0.text).isEmpty })
    func prints(page: Page) async throws {
      let outcome = try await HelperProgram("ArticleSamples").run(page.name)
      #expect(outcome.exitCode == 0)
      let expected = CompiledSamples.blocks("text", of: page.text).joined(separator: "\n")
        .components(separatedBy: "\n").filter { !$0.isEmpty }
      #expect(outcome.lines == expected)
    }

    @Test("every page that the program can run exists, and shows what is printed")
    func hasPages() async throws {
      let outcome = try await HelperProgram("ArticleSamples").run("--list")
      let shown = Self.tested.filter { !CompiledSamples.blocks("text", of: $0.text).isEmpty }
      #expect(outcome.lines == shown.map(\.name).sorted())
    }
  #endif
}
