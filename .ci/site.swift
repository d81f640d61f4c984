// Fails when a built site lacks what a reader looks for, although docc has no complaint:
// an article of a catalog, the summary of a page, the topic groups of a type, the page of a type
// that exists on one platform only, or the target of a link.
//
//   Docs/build-site .build-site && swift .ci/site.swift .build-site
//
// Reads the data from which the renderer makes each page.
import Foundation

guard CommandLine.arguments.count == 2 else {
  print("usage: swift .ci/site.swift SITE")
  exit(2)
}
let site = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
let data = site.appending(path: "data")

/// All files below a folder, as paths relative to it.
func files(below folder: URL) -> [String] {
  let paths = FileManager.default.enumerator(atPath: folder.path)
  return (paths?.allObjects ?? []).compactMap { $0 as? String }.sorted()
}

func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

func text(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

var problems: [String] = []

/// One page: its path below the site, and its data.
struct Page {
  let path: String
  let content: [String: Any]

  var metadata: [String: Any] { content["metadata"] as? [String: Any] ?? [:] }
  var role: String { metadata["role"] as? String ?? "" }
  var symbolKind: String { metadata["symbolKind"] as? String ?? "" }
  var groups: [[String: Any]] { content["topicSections"] as? [[String: Any]] ?? [] }
  var references: [String: [String: Any]] {
    content["references"] as? [String: [String: Any]] ?? [:]
  }

  /// A page that docc makes by itself has no text: a list of the implementations of a protocol's
  /// requirements, or the types of another module that a module extends.
  var isMadeByDocc: Bool { role == "collectionGroup" || symbolKind == "extension" }

  /// A module, or a type that is not nested in another one.
  var needsGroups: Bool {
    let depth = path.split(separator: "/").count
    return depth == 2
      || depth == 3 && ["class", "struct", "enum", "protocol"].contains(symbolKind)
  }

  /// The identifiers of the links in the text, and whether docc resolved them. The summary of another
  /// module's page is shown there only, and docc leaves its links out here.
  var links: [(identifier: String, isActive: Bool)] {
    var found: [(String, Bool)] = []
    func visit(_ value: Any) {
      if let object = value as? [String: Any] {
        if object["type"] as? String == "reference", let name = object["identifier"] as? String {
          found.append((name, object["isActive"] as? Bool ?? true))
        }
        object.values.forEach(visit)
      } else if let list = value as? [Any] {
        list.forEach(visit)
      }
    }
    let module = (content["identifier"] as? [String: Any])?["url"] as? String ?? ""
    let own = module.split(separator: "/").prefix(2).joined(separator: "//") + "/"
    visit(content.filter { $0.key != "references" })
    references.filter { $0.key.hasPrefix(own) }.values.forEach(visit)
    return found
  }
}

let pages = try files(below: data).filter { $0.hasSuffix(".json") }.compactMap { file in
  let content = try JSONSerialization.jsonObject(with: Data(contentsOf: data.appending(path: file)))
  return (content as? [String: Any]).map { Page(path: String(file.dropLast(5)), content: $0) }
}
let paths = Set(pages.map(\.path))
guard !pages.isEmpty else {
  print("error: no page in \(data.path)")
  exit(2)
}

/// The name of a page in an address.
func slug(_ name: String) -> String { name.lowercased().replacing(" ", with: "-") }

// Catalogs: each module and each article has a page.
let sources = URL(fileURLWithPath: "Sources", isDirectory: true)
let catalogs = files(below: sources).filter { $0.hasSuffix(".docc") }
var articles = 0
for catalog in catalogs {
  let name = ((catalog as NSString).lastPathComponent as NSString).deletingPathExtension
  let module = "documentation/" + slug(name)
  if !paths.contains(module) { problems.append("\(catalog): the site has no page \(module)") }
  for file in files(below: sources.appending(path: catalog)) {
    let name = slug(((file as NSString).lastPathComponent as NSString).deletingPathExtension)
    if file.hasSuffix(".tutorial") {
      if !paths.contains(where: { $0.hasPrefix("tutorials/") && $0.hasSuffix("/" + name) }) {
        problems.append("\(catalog)/\(file): the site has no page of this tutorial")
      }
    } else if file.hasSuffix(".md") {
      // A page whose title is the link of a symbol adds to that symbol's page.
      let title = try text(of: sources.appending(path: "\(catalog)/\(file)")).prefix { $0 != "\n" }
      if title.hasPrefix("# ``") { continue }
      articles += 1
      if !paths.contains("\(module)/\(name)") {
        problems.append("\(catalog)/\(file): the site has no page \(module)/\(name)")
      }
    }
  }
}
if articles == 0 { problems.append("no catalog in \(sources.path) has an article") }

// Sources: each public type has a page, also one that exists with UIKit, AppKit or WatchKit only.
let declaration = #/^(?:public|open) (?:final )?(?:class|struct|enum|protocol|actor) (\w+)/#
var types: Set<String> = []
for file in files(below: sources) where file.hasSuffix(".swift") && !file.contains(".docc/") {
  // What stands inside `#if` is indented once for each.
  var depth = 0
  for line in try text(of: sources.appending(path: file)).split(separator: "\n") {
    let code = line.drop { $0 == " " }
    if code.hasPrefix("#endif") { depth -= 1 }
    if line.count - code.count == 2 * depth, let match = code.firstMatch(of: declaration) {
      types.insert(String(match.1))
      let name = "/" + slug(String(match.1))
      if !paths.contains(where: { $0.hasSuffix(name) && $0.split(separator: "/").count == 3 }) {
        problems.append("Sources/\(file): the site has no page of \(match.1)")
      }
    }
    if code.hasPrefix("#if") { depth += 1 }
  }
}
if types.isEmpty { problems.append("no public type found in \(sources.path)") }

// Pages: a summary, topic groups, and links that lead somewhere.
var groups = 0
for page in pages where page.path.hasPrefix("documentation/") {
  if !exists(site.appending(path: page.path + "/index.html")) {
    problems.append("\(page.path): a plain file server finds no index.html there")
  }
  if !page.isMadeByDocc, (page.content["abstract"] as? [Any] ?? []).isEmpty {
    problems.append("\(page.path): the page has no summary")
  }
  groups += page.groups.filter { $0["generated"] as? Bool != true }.count
  guard page.needsGroups else { continue }
  let members = page.path + "/"
  if page.groups.isEmpty, paths.contains(where: { $0.hasPrefix(members) }) {
    problems.append("\(page.path): the page has no topic groups")
  }
  for group in page.groups where group["generated"] as? Bool == true {
    let title = group["title"] as? String ?? ""
    if title == "Default Implementations" || title == "Extended Modules" { continue }
    let links = (group["identifiers"] as? [String] ?? [])
      .compactMap { $0.split(separator: "/").last }
    problems.append(
      "\(page.path): in no topic group, so that docc lists them under \"\(title)\": "
        + links.joined(separator: ", "))
  }
}
// A chapter of a tutorial has an address and no page: it is shown in the table of contents.
let contents = pages.filter { $0.content["kind"] as? String == "overview" }.map { $0.path + "/" }
func isChapter(_ address: String) -> Bool {
  contents.contains { address.hasPrefix($0) && !address.dropFirst($0.count).contains("/") }
}
for page in pages {
  for link in page.links where !link.isActive || page.references[link.identifier] == nil {
    problems.append("\(page.path): a link leads nowhere: \(link.identifier)")
  }
  for (name, reference) in page.references {
    if let address = reference["url"] as? String, address.hasPrefix("/") {
      let target = String(address.prefix { $0 != "#" }.drop { $0 == "/" })
      let isFile = reference["type"] as? String == "download"
      if isFile
        ? !exists(site.appending(path: target)) : !paths.contains(target) && !isChapter(target)
      {
        problems.append("\(page.path): a link leads nowhere: \(address)")
      }
    }
    for variant in reference["variants"] as? [[String: Any]] ?? [] {
      let image = variant["url"] as? String ?? ""
      if !exists(site.appending(path: image)) {
        problems.append("\(page.path): the image \(name) is missing: \(image)")
      }
    }
  }
}

for problem in Set(problems).sorted() { print("error: \(problem)") }
let verdict = problems.isEmpty ? "complete" : "\(Set(problems).count) problems"
print(
  "\(pages.count) pages, \(catalogs.count) modules, \(articles) articles, \(types.count) types, "
    + "\(groups) topic groups: \(verdict)")
exit(problems.isEmpty ? 0 : 1)
