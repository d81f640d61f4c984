// Writes one line for each public symbol of a module on any platform, sorted: its path, and its
// declaration as the compiler prints it. Reads the symbol graphs that `.ci/public-api` makes.
import Foundation

struct SymbolGraph: Decodable {
  var symbols: [Symbol]
  var relationships: [Relationship]
}

struct Symbol: Decodable {
  struct Kind: Decodable { var identifier: String }
  struct Identifier: Decodable { var precise: String }
  struct Fragment: Decodable { var spelling: String }

  var kind: Kind
  var identifier: Identifier
  var pathComponents: [String]
  var declarationFragments: [Fragment]?

  /// The declaration on one line.
  var declaration: String {
    (declarationFragments ?? []).map(\.spelling).joined()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

struct Relationship: Decodable {
  var kind: String
  var source: String
  var target: String
  var targetFallback: String?
}

guard CommandLine.arguments.count == 3 else {
  fatalError("usage: swift .ci/public-api.swift MODULE FOLDER-OF-SYMBOL-GRAPHS")
}
let module = CommandLine.arguments[1]
let folder = URL(fileURLWithPath: CommandLine.arguments[2], isDirectory: true)

// The module's own symbols, and one file for each module whose types it extends.
let files =
  (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects
  ?? []).compactMap { $0 as? URL }
  .filter {
    let name = $0.lastPathComponent
    return name == "\(module).symbols.json"
      || (name.hasPrefix("\(module)@") && name.hasSuffix(".symbols.json"))
  }
guard !files.isEmpty else {
  print("error: no symbol graph of \(module) in \(folder.path)")
  exit(2)
}
let graphs = try files.map {
  try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0))
}

// Symbols that the compiler derives, and those that come from a protocol of another module, say
// nothing that the conformance does not; an extension says nothing that its members do not.
var lines: Set<String> = []
var names: [String: String] = [:]
for symbol in graphs.flatMap(\.symbols) {
  names[symbol.identifier.precise] = symbol.pathComponents.joined(separator: ".")
  guard !symbol.identifier.precise.contains("::SYNTHESIZED::"),
    symbol.kind.identifier != "swift.extension"
  else { continue }
  lines.insert("\(symbol.pathComponents.joined(separator: ".")): \(symbol.declaration)")
}
for relationship in graphs.flatMap(\.relationships)
where ["conformsTo", "inheritsFrom"].contains(relationship.kind) {
  guard let source = names[relationship.source] else { continue }
  let target = relationship.targetFallback ?? names[relationship.target] ?? relationship.target
  // The compiler adds these, and each tool chain others.
  guard
    !["Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"]
      .contains(target.replacing("Swift.", with: ""))
  else { continue }
  lines.insert(
    "\(source): \(relationship.kind == "conformsTo" ? "conforms to" : "inherits from") \(target)")
}
// A type before its members.
for line in lines.sorted(by: { $0.replacing(": ", with: "\t") < $1.replacing(": ", with: "\t") }) {
  print(line)
}
