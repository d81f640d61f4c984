// Fails when the comment of a public symbol lacks what its declaration has: a parameter, a result,
// an error; and when a request protocol or a ready-made listener has no sample.
//
//   Docs/symbol-graphs .build-docs/graphs && swift .ci/documentation.swift .build-docs/graphs
//
// Left out are symbols that the compiler derives, empty default implementations, and the methods of
// a result builder, which the compiler calls.
import Foundation

struct SymbolGraph: Decodable {
  var symbols: [Symbol]
  var relationships: [Relationship]
}

struct Relationship: Decodable {
  var kind: String
  var source: String
  var targetFallback: String?
  var target: String
}

struct Symbol: Decodable {
  struct Kind: Decodable { var identifier: String }
  struct Identifier: Decodable { var precise: String }
  struct Fragment: Decodable { var spelling: String }
  struct Line: Decodable { var text: String }
  struct Comment: Decodable { var lines: [Line] }
  struct Location: Decodable { var uri: String }
  struct Parameter: Decodable {
    var name: String
    var internalName: String?
  }
  struct Signature: Decodable {
    var parameters: [Parameter]?
    var returns: [Fragment]?
  }

  var kind: Kind
  var identifier: Identifier
  var pathComponents: [String]
  var docComment: Comment?
  var location: Location?
  var functionSignature: Signature?
  var declarationFragments: [Fragment]?

  var name: String { pathComponents.joined(separator: ".") }
  var comment: String { (docComment?.lines ?? []).map(\.text).joined(separator: "\n") }
  var hasSample: Bool { comment.contains("```swift") }
  var isExtension: Bool { kind.identifier == "swift.extension" }

  var isCalledByCompiler: Bool {
    pathComponents.count == 2 && pathComponents[0].hasSuffix("Builder")
      && pathComponents[1].hasPrefix("build")
  }

  var isEmptyDefault: Bool { comment == "Does nothing." }

  /// The names of the parameters inside the function.
  var parameters: [String] {
    (functionSignature?.parameters ?? []).map { $0.internalName ?? $0.name }
  }

  var returnsValue: Bool {
    let type = (functionSignature?.returns ?? []).map(\.spelling).joined()
    return kind.identifier != "swift.init" && !["", "()", "Void"].contains(type)
  }

  /// Whether the function itself throws, and not only a closure that it is passed.
  var canThrow: Bool {
    guard functionSignature != nil else { return false }
    var depth = 0
    var outside = ""
    for character in (declarationFragments ?? []).map(\.spelling).joined() {
      if character == "(" { depth += 1 }
      if depth == 0 { outside.append(character) }
      if character == ")" { depth -= 1 }
    }
    return outside.contains(" throws")
  }

  /// Whether the comment describes a parameter, in a list or alone.
  func describes(_ parameter: String) -> Bool {
    docComment?.lines.contains {
      let text = $0.text.drop { $0 == " " }
      return text.hasPrefix("- Parameter \(parameter):") || text.hasPrefix("- \(parameter):")
    } ?? false
  }

  func has(_ section: String) -> Bool {
    docComment?.lines.contains { $0.text.hasPrefix("- \(section):") } ?? false
  }
}

guard CommandLine.arguments.count == 2 else {
  print("usage: swift .ci/documentation.swift FOLDER-OF-SYMBOL-GRAPHS")
  exit(2)
}
let root = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
var problems: Set<String> = []

/// Counts the symbols that should have something, and reports those that lack it.
struct Count {
  let title: String
  var all = 0
  var found = 0

  init(_ title: String) { self.title = title }

  mutating func add(_ symbol: Symbol, has isThere: Bool, _ problem: String) {
    all += 1
    if isThere { found += 1 } else { problems.insert("\(symbol.name): \(problem)") }
  }
}

/// The symbols of a module on all platforms; a class that three files declare has three.
func symbols(of module: String) throws -> (symbols: [Symbol], relationships: [Relationship]) {
  let folder = root.appending(path: module)
  let files = (FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? [])
    .compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted()
  guard !files.isEmpty else {
    print("error: no symbol graph of \(module) in \(root.path)")
    exit(2)
  }
  var seen: [String: Symbol] = [:]
  var relationships: [Relationship] = []
  for file in files {
    let data = try Data(contentsOf: folder.appending(path: file))
    let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
    relationships += graph.relationships
    for symbol in graph.symbols where !symbol.identifier.precise.contains("::SYNTHESIZED::") {
      seen[symbol.identifier.precise + (symbol.location?.uri ?? "")] = symbol
    }
  }
  return (seen.values.sorted { $0.name < $1.name }, relationships)
}

/// The folders of symbol graphs, one for each module.
let modules = try FileManager.default.contentsOfDirectory(atPath: root.path)
  .filter { $0.hasPrefix("LifecycleBus") || $0.hasPrefix("Listeners") }
  .filter { !$0.contains(".") }.sorted()
var totals: [String: Int] = [:]
for module in modules {
  let (all, relationships) = try symbols(of: module)
  /// The types that conform to a protocol, also through another protocol.
  func adopters(of name: String) -> Set<String> {
    var found: Set<String> = []
    var targets = Set(
      all.filter { $0.pathComponents == [name] }.map(\.identifier.precise)
        + relationships.filter { $0.targetFallback?.hasSuffix(".\(name)") ?? false }.map(\.target))
    while !targets.isEmpty {
      let next = Set(
        relationships.filter { $0.kind == "conformsTo" && targets.contains($0.target) }
          .map(\.source)
      ).subtracting(found)
      found.formUnion(next)
      targets = next
    }
    return found
  }
  let requests = adopters(of: "AppRequestListener")
  let listeners = module == "Listeners" ? adopters(of: "AppLifecycleListener") : []

  var comments = Count("comments")
  var parameters = Count("parameters")
  var results = Count("results")
  var errors = Count("errors")
  var samples = Count("samples of requests and listeners")
  for symbol in all where symbol.location != nil && !symbol.isExtension {
    comments.add(symbol, has: !symbol.comment.isEmpty, "no comment")
    let path = symbol.identifier.precise
    if symbol.kind.identifier == "swift.protocol" && requests.contains(path)
      || symbol.kind.identifier == "swift.class" && listeners.contains(path)
    {
      samples.add(symbol, has: symbol.hasSample, "no sample in a ```swift block")
    }
    guard symbol.functionSignature != nil, !symbol.isCalledByCompiler, !symbol.isEmptyDefault else {
      continue
    }
    for name in symbol.parameters {
      parameters.add(symbol, has: symbol.describes(name), "no \"- Parameter \(name):\"")
    }
    if symbol.returnsValue {
      results.add(symbol, has: symbol.has("Returns"), "no \"- Returns:\"")
    }
    if symbol.canThrow { errors.add(symbol, has: symbol.has("Throws"), "no \"- Throws:\"") }
  }
  let counts = [comments, parameters, results, errors, samples]
  print(
    "\(module): " + counts.map { "\($0.found) of \($0.all) \($0.title)" }.joined(separator: ", "))
  for count in counts { totals[count.title, default: 0] += count.all }
}
for (title, count) in totals where count == 0 {
  problems.insert("no \(title) to count in any module, so this check proves nothing")
}
if totals.isEmpty { problems.insert("no symbol graph in \(root.path)") }
for problem in problems.sorted() { print("error: \(problem)") }
exit(problems.isEmpty ? 0 : 1)
