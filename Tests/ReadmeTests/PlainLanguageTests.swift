import Foundation
import Testing

/// The language of what users read: README, CHANGELOG, CONTRIBUTING, SECURITY, the articles, and the
/// documentation comments.
@Suite("Plain language")
struct PlainLanguageTests {
  struct Text: Sendable, CustomTestStringConvertible {
    let name: String
    /// Without code, pictures and what is not prose.
    let prose: String
    var testDescription: String { name }

    init(name: String, markdown: String) {
      self.name = name
      prose =
        markdown
        .replacing(#/```.*?```/#.dotMatchesNewlines(), with: "")
        .replacing(#/<picture>.*?</picture>/#.dotMatchesNewlines(), with: "")
        .replacing(/`[^`]*`/, with: "code")
    }

    /// The sentences outside of tables.
    var sentences: [Substring] {
      prose.split(separator: "\n").filter { !$0.hasPrefix("|") }
        .flatMap { $0.split(separator: /[.!?:;]\s+/) }
    }
  }

  static let pages: [Text] = {
    let root = CompiledSamples.root
    let names = ["README", "CHANGELOG", "CONTRIBUTING", "SECURITY"].map { "\($0).md" }
    return names.map { name in
      Text(
        name: name,
        markdown: (try? String(contentsOf: root.appending(path: name), encoding: .utf8)) ?? "")
    } + ArticlePageTests.pages.map { Text(name: $0.name, markdown: $0.text) }
  }()

  /// One text for each source file: the comments of its public declarations and of the cases of its
  /// enumerations.
  static let comments: [Text] = {
    let folder = CompiledSamples.root.appending(path: "Sources")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    return paths.compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.sorted()
      .map { path in
        let source = (try? String(contentsOf: folder.appending(path: path), encoding: .utf8)) ?? ""
        return Text(name: path, markdown: publicComments(of: source))
      }
      .filter { !$0.prose.isEmpty }
  }()

  private static func publicComments(of source: String) -> String {
    var comment: [Substring] = []
    var found: [Substring] = []
    for line in source.split(separator: "\n") {
      let code = line.drop { $0 == " " }
      if code.hasPrefix("///") {
        comment.append(code.dropFirst(4))
      } else if !code.hasPrefix("@") && !code.hasPrefix("#") {
        if code.hasPrefix("public ") || code.hasPrefix("case ") { found += comment }
        comment = []
      }
    }
    return found.joined(separator: "\n")
  }

  /// Words of the sources that say nothing to a reader who has not seen them.
  static var ownWords: some RegexComponent {
    #/\b(hear[sd]?|hearing|walk(s|ed|ing)?|way (down|up|back)|way to the (background|end))\b/#
      .ignoresCase()
  }

  @Test("a page and a comment say that an event is received, and that an app ends")
  func words() {
    #expect(Self.pages.count > 30)
    #expect(Self.comments.count > 50)
    for text in Self.pages + Self.comments {
      let found = text.prose.matches(of: Self.ownWords).map { String(text.prose[$0.range]) }
      #expect(found.isEmpty, "\(text.name): \(found)")
    }
  }

  @Test("no sentence of a page has more than 35 words", arguments: pages)
  func sentences(page: Text) {
    #expect(!page.sentences.isEmpty)
    for sentence in page.sentences {
      #expect(sentence.split(separator: " ").count <= 35, "\(sentence)")
    }
  }
}
