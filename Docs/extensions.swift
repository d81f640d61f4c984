// Gives what one module adds to the types of another to the other's symbol graphs, so that docc
// shows all members of a type on one page, whichever product they are in.
//
//   Docs/symbol-graphs GRAPHS && swift Docs/extensions.swift GRAPHS
//
// Without this docc makes pages of extensions in the module that has them, and takes each link that
// begins with the extended module's name for a link to them.
import Foundation

typealias Object = [String: Any]

guard CommandLine.arguments.count == 2 else {
  print("usage: swift Docs/extensions.swift FOLDER-OF-SYMBOL-GRAPHS")
  exit(2)
}
let root = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)

func contents(of folder: URL) throws -> [URL] {
  try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
}

func identifier(of symbol: Object) -> String? {
  (symbol["identifier"] as? Object)?["precise"] as? String
}

/// The graph of one module's extensions as a graph of the extended module: the members belong to
/// the type itself and to no extension.
func extensions(_ graph: Object, of module: String) -> Object {
  var graph = graph
  graph["module"] = ((graph["module"] as? Object) ?? [:]).merging(["name": module]) { $1 }
  let symbols = graph["symbols"] as? [Object] ?? []
  let relationships = graph["relationships"] as? [Object] ?? []
  var types: [String: String] = [:]
  for relationship in relationships where relationship["kind"] as? String == "extensionTo" {
    guard let source = relationship["source"] as? String else { continue }
    types[source] = relationship["target"] as? String
  }
  graph["symbols"] = symbols.filter { types[identifier(of: $0) ?? ""] == nil }
  graph["relationships"] = relationships.filter { $0["kind"] as? String != "extensionTo" }
    .map { relationship in
      var relationship = relationship
      for end in ["source", "target"] {
        if let type = types[relationship[end] as? String ?? ""] { relationship[end] = type }
      }
      return relationship
    }
  return graph
}

let modules = try contents(of: root).map(\.lastPathComponent)
for module in modules {
  for platform in try contents(of: root.appending(path: module)) {
    for file in (try? contents(of: platform)) ?? [] {
      let parts = file.lastPathComponent.prefix { $0 != "." }.split(separator: "@")
      guard parts.count == 2, modules.contains(String(parts[1])) else { continue }
      let extended = String(parts[1])
      let graph = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? Object ?? [:]
      let folder = root.appending(path: "\(extended)/\(platform.lastPathComponent)-\(module)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try JSONSerialization.data(withJSONObject: extensions(graph, of: extended))
        .write(to: folder.appending(path: "\(extended).symbols.json"))
      try FileManager.default.removeItem(at: file)
    }
  }
}
