// Fails when a page is broken for a reader of the repository: a link or a picture that leads nowhere,
// a link in docc's form, which is dead text there, or an article that no page links.
//
//   swift .ci/repository-links.swift
//
// Renders with cmark-gfm, which is what GitHub uses, and follows every relative link from the root's
// pages on. Exits with 75 where cmark-gfm is missing. Links to other sites are not followed.
import Foundation

func run(_ tool: String, _ arguments: [String], input: Data = Data()) throws -> Data? {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = [tool] + arguments
  let (source, output) = (Pipe(), Pipe())
  process.standardInput = source
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  // The tool reads all of its input before it writes.
  try source.fileHandleForWriting.write(contentsOf: input)
  try source.fileHandleForWriting.close()
  let data = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return process.terminationStatus == 0 ? data : nil
}

guard try run("cmark-gfm", ["--version"]) != nil else {
  print("cmark-gfm is missing")
  exit(75)
}
let tracked = try run("git", ["ls-files", "-z"]) ?? Data()
let files = Set(tracked.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
/// The folders that have a file.
let folders = Set(
  files.flatMap { file in
    let steps = file.split(separator: "/").dropLast()
    return steps.indices.map { steps[...$0].joined(separator: "/") }
  })
let modules = files.filter { $0.hasPrefix("Docs/PublicAPI/") }
  .map { (($0 as NSString).lastPathComponent as NSString).deletingPathExtension }

/// A page as a reader of the repository sees it.
struct Page {
  let path: String
  let html: String

  init?(path: String) throws {
    let options = ["--unsafe", "-e", "table", "-e", "strikethrough", "-e", "autolink"]
    guard let source = FileManager.default.contents(atPath: path),
      let data = try run("cmark-gfm", options, input: source)
    else { return nil }
    self.path = path
    html = String(decoding: data, as: UTF8.self)
  }

  /// What the page leads to or shows.
  var targets: [String] {
    html.matches(of: #/(?:href|src|srcset)="([^"]*)"/#)
      .map { $0.1.replacing("&amp;", with: "&").removingPercentEncoding ?? String($0.1) }
  }

  /// The anchors that GitHub gives to the headings.
  var anchors: Set<String> {
    var found: Set<String> = []
    for match in html.matches(of: #/<h[1-6]>(.*?)<\/h[1-6]>/#.dotMatchesNewlines()) {
      let words = match.1.replacing(#/<[^>]*>|&\w+;/#, with: "").lowercased()
      let slug = words.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        .replacing(" ", with: "-")
      found.insert(found.contains(slug) ? slug + "-1" : slug)
    }
    return found
  }

  /// Text that only docc understands. Blocks of code may contain anything.
  var textForDocc: [String] {
    html.replacing(#/<pre.*?<\/pre>/#.dotMatchesNewlines(), with: "")
      .matches(of: #/<p>@[A-Z]\w+.*|``|<code>/?[A-Z]\w+\/[\w\/]+[^<]*<\/code>/#)
      .map { String($0.0) }
      // A path of the repository is no symbol.
      .filter { !isPath(String($0.replacing(#/<\/?code>/#, with: ""))) }
  }

  private func isPath(_ text: String) -> Bool {
    ["Sources/", "Tests/", "Docs/"].contains { text.hasPrefix($0) }
  }
}

var problems: Set<String> = []
var pages: [String: Page] = [:]
var waiting = files.filter { !$0.contains("/") && $0.hasSuffix(".md") }.sorted()
var links = 0
while let path = waiting.popLast() {
  if pages[path] != nil { continue }
  guard let page = try Page(path: path) else {
    problems.insert("\(path): cmark-gfm does not take it")
    continue
  }
  pages[path] = page
  for text in page.textForDocc { problems.insert("\(path): a reader sees \(text)") }
  let folder = URL(filePath: "/" + path).deletingLastPathComponent()
  for target in page.targets {
    if target.hasPrefix("http") || target.hasPrefix("mailto:") { continue }
    links += 1
    let place = target.prefix { $0 != "#" }
    let linked =
      place.isEmpty
      ? path : String(folder.appending(path: String(place)).standardized.path.dropFirst())
    let name = linked.hasSuffix("/") ? String(linked.dropLast()) : linked
    if target.hasPrefix("doc:") || !files.contains(name) && !folders.contains(name) {
      problems.insert("\(path): leads nowhere: \(target)")
    } else if name.hasSuffix(".md") {
      waiting.append(name)
    }
  }
}
// Anchors, now that each page is rendered.
for page in pages.values {
  let folder = URL(filePath: "/" + page.path).deletingLastPathComponent()
  for target in page.targets where target.contains("#") && !target.hasPrefix("http") {
    let parts = target.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
    let name =
      parts[0].isEmpty
      ? page.path : String(folder.appending(path: parts[0]).standardized.path.dropFirst())
    if let anchors = pages[name]?.anchors, !anchors.contains(parts[1]) {
      problems.insert("\(page.path): \(name) has no heading for #\(parts[1])")
    }
  }
}
let articles = files.filter { file in
  let steps = file.split(separator: "/")
  return steps.count == 3 && file.hasSuffix(".md") && modules.contains(String(steps[1]))
}
for article in articles where pages[article] == nil {
  problems.insert("\(article): no page of the repository leads there")
}
if articles.isEmpty { problems.insert("Docs has no article") }

for problem in problems.sorted() { print("error: \(problem)") }
print("\(pages.count) pages, \(links) links and pictures, \(articles.count) articles")
exit(problems.isEmpty ? 0 : 1)
