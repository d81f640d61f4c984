// Fails where a public name stands in no article, README line, demo, tutorial or sample: a reader
// learns of it from the list of symbols only, so it has no use that anyone knows of.
//
//   .ci/symbol-graphs .build-docs/graphs && swift .ci/public-names.swift .build-docs/graphs
//
// A name counts where it stands as a word; the pages that only list a type's members do not count.
// Left out is what comes with something else: a case with its enumeration; a requirement of a
// protocol, its default and what implements it; what UIKit, AppKit or WatchKit has named; what the
// compiler derives or calls, as the methods of a result builder; initializers and subscripts, which
// are written without a name.
import Foundation

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { var identifier: String }
    struct Identifier: Decodable { var precise: String }
    var kind: Kind
    var identifier: Identifier
    var pathComponents: [String]
  }
  struct Relationship: Decodable {
    var kind: String
    var source: String
  }
  var symbols: [Symbol]
  var relationships: [Relationship]
}

guard CommandLine.arguments.count == 2 else {
  print("usage: swift .ci/public-names.swift FOLDER-OF-SYMBOL-GRAPHS")
  exit(2)
}

func paths(below folder: String, _ isWanted: (String) -> Bool) -> [String] {
  (FileManager.default.enumerator(atPath: folder)?.allObjects ?? [])
    .compactMap { $0 as? String }
    // An example that is a package of its own has other packages in its build folder.
    .filter { !$0.contains(".build/") && isWanted($0) }.map { "\(folder)/\($0)" }
}

func text(of file: String) throws -> String {
  try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
}

/// The samples of the comments of a source file.
func samples(in file: String) throws -> String {
  var lines: [Substring] = []
  var isInside = false
  for line in try text(of: file).split(separator: "\n") {
    let comment = line.drop { $0 == " " }
    if comment.hasPrefix("/// ```") {
      isInside = comment == "/// ```swift"
    } else if isInside {
      lines.append(comment)
    }
  }
  return lines.joined(separator: "\n")
}

let pages = paths(below: "Docs") {
  $0.hasSuffix(".md") && !$0.hasPrefix("Examples/") && !$0.contains("/Types/")
}
let code =
  paths(below: "Docs") { $0.hasSuffix(".tutorial") }
  + ["Docs/Examples", "Tests/ReadmeTests/Samples", "Tests/Support/ArticleSamples"].flatMap {
    paths(below: $0) { $0.hasSuffix(".swift") }
  }
let comments = paths(below: "Sources") { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
var words: Set<Substring> = []
for text in try (["README.md"] + pages + code).map(text) + comments.map(samples) {
  words.formUnion(text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
}

let graphs = try paths(below: CommandLine.arguments[1]) { $0.hasSuffix(".symbols.json") }.map {
  (
    isHere: $0.contains("/here/"),
    graph: try JSONDecoder().decode(
      SymbolGraph.self, from: Data(contentsOf: URL(fileURLWithPath: $0)))
  )
}

/// The methods and properties that protocols demand, with their labels.
var requirements: Set<String> = []
for (_, graph) in graphs {
  let sources = Set(
    graph.relationships.filter { $0.kind.hasSuffix("equirementOf") }.map(\.source))
  for symbol in graph.symbols where sources.contains(symbol.identifier.precise) {
    requirements.insert(symbol.pathComponents.last ?? "")
  }
}
var systemNames: Set<Substring> = []
for file in paths(below: "Tests/ApplePlatforms/Sources", { $0.hasPrefix("StandIn") }) {
  guard file.hasSuffix(".swift") else { continue }
  systemNames.formUnion(try text(of: file).matches(of: #/(?:func|var) (\w+)/#).map(\.1))
}

var names: Set<String> = []
var unused: Set<String> = []
for (isHere, graph) in graphs {
  for symbol in graph.symbols {
    let name = (symbol.pathComponents.last ?? "").prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let type = symbol.pathComponents.dropLast().last ?? ""
    guard !name.isEmpty, !["init", "subscript"].contains(name),
      !["swift.extension", "swift.enum.case"].contains(symbol.kind.identifier),
      !requirements.contains(symbol.pathComponents.last ?? ""),
      isHere || !systemNames.contains(name),
      !symbol.identifier.precise.contains("::SYNTHESIZED::"),
      !(type.hasSuffix("Builder") && name.hasPrefix("build"))
    else { continue }
    let path = symbol.pathComponents.joined(separator: ".")
    names.insert(path)
    if !words.contains(name) { unused.insert(path) }
  }
}
guard names.count > 100, words.count > 1000 else {
  print("error: \(names.count) public names and \(words.count) words; nothing to compare")
  exit(2)
}
for name in unused.sorted() { print("error: no page, demo or sample names \(name)") }
print("\(names.count) public names, \(unused.count) of them in no page, demo or sample")
exit(unused.isEmpty ? 0 : 1)
