// Makes the documentation catalogs inside the targets, where docc, Xcode and the Swift Package Index
// look for them, from the pages in Docs, which are written for a reader of the repository.
//
//   swift Docs/make-catalogs.swift         writes the catalogs
//   swift Docs/make-catalogs.swift check   fails where they differ from the pages
//
// In a page of a catalog
// - a link to another page is a link of docc; one to another file of the repository is its path,
//   because the site has no such file;
// - a picture for light and dark is a picture of docc;
// - `Type` and `Type.member(_:)` in code voice, outside of a link, are links to that public symbol.
//   The lists in Docs/PublicAPI say what is one. A name that is declared more than once is none.
// Everything else is linked, file by file: docc takes no link for a folder. Pictures are copied,
// because docc copies a link as a link.
import Foundation

let mode = CommandLine.arguments.dropFirst().first
guard mode == nil || mode == "check", CommandLine.arguments.count < 3 else {
  print("usage: swift Docs/make-catalogs.swift [check]")
  exit(2)
}
let manager = FileManager.default
let modules = try manager.contentsOfDirectory(atPath: "Docs/PublicAPI")
  .map { String($0.dropLast(".txt".count)) }.sorted()

/// The folder of a module's sources: a module that is not a root has one inside the root whose name
/// it begins with.
func sources(of module: String) -> String {
  for root in ["LifecycleBus", "Listeners"] where module.hasPrefix(root) {
    return module == root ? "Sources/\(root)" : "Sources/\(root)/\(module.dropFirst(root.count))"
  }
  return "Sources/\(module)"
}

func text(of path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

func files(below folder: String) -> [String] {
  let paths = manager.enumerator(atPath: folder)?.allObjects.compactMap { $0 as? String } ?? []
  return paths.filter { path in
    var isFolder: ObjCBool = false
    let exists = manager.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
    return exists && !isFolder.boolValue && !path.split(separator: "/").contains { $0.first == "." }
  }.sorted()
}

// Public symbols: where docc has each of them.
var declarations: [String: Int] = [:]
var moduleOfType: [String: String] = [:]
for module in modules {
  for line in try text(of: "Docs/PublicAPI/\(module).txt").split(separator: "\n") {
    guard let colon = line.firstRange(of: ": ") else { continue }
    let name = String(line[..<colon.lowerBound])
    if line[colon.upperBound...].hasPrefix("conforms to ") { continue }
    declarations[name, default: 0] += 1
    if !name.contains(".") { moduleOfType[name] = module }
  }
}

/// The path by which a page of a module links to a symbol.
func symbolPath(_ name: String, from module: String) -> String? {
  if modules.contains(name) { return name == module ? nil : "/\(name)" }
  // A type is declared more than once when it exists on more than one platform.
  guard declarations[name] == 1 || moduleOfType[name] != nil else { return nil }
  // The labels of a method contain no point that separates names.
  let path = name.prefix { $0 != "(" }.replacing(".", with: "/") + name.drop { $0 != "(" }
  guard let home = moduleOfType[String(path.prefix { $0 != "/" })] else { return nil }
  return home == module ? String(path) : "/\(home)/\(path)"
}

/// A page as docc wants it.
struct Page {
  let module: String
  let file: String

  func converted() throws -> String {
    var isCode = false
    var lines: [String] = []
    var whole = try text(of: "Docs/\(module)/\(file)")
    if file == "\(module).md" {
      whole.replace("# \(module)\n", with: "# ``\(module)``\n", maxReplacements: 1)
    }
    whole.replace(
      #/<picture>.*?<img src="[^"]*Images/([\w-]+)-light\.svg" alt="([^"]*)">\s*</picture>/#
        .dotMatchesNewlines()
    ) { "![\($0.2)](\($0.1))" }
    for line in whole.components(separatedBy: "\n") {
      if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
      lines.append(isCode ? line : converted(line: line))
    }
    return lines.joined(separator: "\n")
  }

  /// A line of prose: its links, and its code voice outside of them.
  private func converted(line: String) -> String {
    line.replacing(#/(!?)\[((?:`[^`]*`|[^\[\]`])*)\]\(([^\s()]+)\)|(``?)([^`]+)\4/#) { match in
      if let code = match.5 {
        let path = match.4 == "`" ? symbolPath(String(code), from: module) : nil
        return path.map { "``\($0)``" } ?? String(match.0)
      }
      guard match.1?.isEmpty == true, let title = match.2, let target = match.3,
        !target.contains(":")
      else { return String(match.0) }
      return link(String(title), to: String(target))
    }
  }

  private func link(_ title: String, to target: String) -> String {
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let folder = "Docs/\(module)/\((file as NSString).deletingLastPathComponent)"
    let path =
      parts[0].isEmpty
      ? "Docs/\(module)/\(file)"
      : String(
        URL(filePath: "/\(folder)", directoryHint: .isDirectory).appending(path: String(parts[0]))
          .standardized.path.dropFirst())
    let steps = path.split(separator: "/").map(String.init)
    guard steps.count > 2, modules.contains(steps[1]), path.hasSuffix(".md") else {
      return title == "`\(path)`" ? title : "\(title) (`\(path)`)"
    }
    let name = (steps[steps.count - 1] as NSString).deletingPathExtension
    // docc has no content for a heading of another module's page.
    let hasAnchor = parts.count > 1 && steps[1] == module
    let anchor = hasAnchor ? "#" + heading(of: path, slug: String(parts[1])) : ""
    let place = name == steps[1] ? "/\(name)" : steps[1] == module ? name : "/\(steps[1])/\(name)"
    return "[\(title)](doc:\(place)\(anchor))"
  }

  /// The anchor that docc gives to the heading for which the repository has a slug.
  private func heading(of path: String, slug: String) -> String {
    for line in (try? text(of: path))?.split(separator: "\n") ?? [] where line.hasPrefix("#") {
      let title = line.drop { $0 == "#" }.dropFirst()
      let words = title.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
      if words.replacing(" ", with: "-") == slug { return String(title).replacing(" ", with: "-") }
    }
    return slug
  }
}

var problems: [String] = []

/// Writes a file of a catalog, or compares it.
func put(_ wanted: Data, at path: String) throws {
  let folder = (path as NSString).deletingLastPathComponent
  if mode == nil {
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try wanted.write(to: URL(filePath: path))
  } else if manager.contents(atPath: path) != wanted {
    problems.append("\(path) is not what its page in Docs makes")
  }
}

for module in modules {
  let catalog = "\(sources(of: module))/\(module).docc"
  if mode == nil, manager.fileExists(atPath: catalog) { try manager.removeItem(atPath: catalog) }
  var expected: Set<String> = []
  var pictures: Set<String> = []
  for file in files(below: "Docs/\(module)") {
    expected.insert(file)
    if file.hasSuffix(".md"), !file.hasPrefix("Types/") {
      let page = try Page(module: module, file: file).converted()
      pictures.formUnion(page.matches(of: #/!\[[^\]]*\]\(([\w-]+)\)/#).map { String($0.1) })
      try put(Data(page.utf8), at: "\(catalog)/\(file)")
    } else {
      let link = "\(catalog)/\(file)"
      let up = link.split(separator: "/").dropLast().map { _ in ".." }.joined(separator: "/")
      let target = "\(up)/Docs/\(module)/\(file)"
      if mode == nil {
        let folder = (link as NSString).deletingLastPathComponent
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try manager.createSymbolicLink(atPath: link, withDestinationPath: target)
      } else if try manager.destinationOfSymbolicLink(atPath: link) != target {
        problems.append("\(link) is no link to \(target)")
      }
    }
  }
  for picture in pictures {
    for (suffix, theme) in [("", "light"), ("~dark", "dark")] {
      let name = "Images/\(picture)\(suffix).svg"
      expected.insert(name)
      guard let image = manager.contents(atPath: "Docs/Images/\(picture)-\(theme).svg") else {
        problems.append("Docs/\(module) shows \(picture), which Docs/Images does not have")
        continue
      }
      try put(image, at: "\(catalog)/\(name)")
    }
  }
  for file in files(below: catalog) where !expected.contains(file) {
    problems.append("\(catalog)/\(file) has no source in Docs")
  }
  if expected.isEmpty { problems.append("Docs/\(module) has no page") }
}
for problem in problems.sorted() { print("error: \(problem)") }
if !problems.isEmpty {
  print("error: change the pages in Docs, run `swift Docs/make-catalogs.swift`, commit both")
}
exit(problems.isEmpty ? 0 : 1)
