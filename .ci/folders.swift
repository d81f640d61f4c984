// Prints which folder of a source root names types that another folder defines, and fails when the
// folders form a cycle. A folder may name those below it and no others.
//
//   swift .ci/folders.swift Sources/LifecycleBus
//
// Reads text, not syntax trees: comments are left out, string literals are not.
import Foundation

guard CommandLine.arguments.count == 2 else {
  print("usage: swift .ci/folders.swift ROOT")
  exit(2)
}
let root = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)

/// One source file of a folder.
struct Source {
  let folder: String
  let code: String
}

func sources() throws -> [Source] {
  let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
  return try (files?.allObjects ?? []).compactMap { $0 as? URL }
    .filter { $0.pathExtension == "swift" && !$0.path.contains(".docc/") }
    .compactMap { file in
      // The path below the root: a file beside the folders belongs to none of them.
      let parts = file.standardizedFileURL.pathComponents.dropFirst(
        root.standardizedFileURL.pathComponents.count)
      guard parts.count > 1, let folder = parts.first else { return nil }
      return Source(folder: folder, code: withoutComments(try text(of: file)))
    }
}

func text(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

func withoutComments(_ text: String) -> String {
  text.replacing(#/(?s)/\*.*?\*/|//[^\n]*/#, with: "")
}

/// The types that a file declares for others: neither private nor nested in another type. What
/// stands inside `#if` is indented once for each.
func declared(in code: String) -> [String] {
  let declaration =
    #/^((?:@\w+(?:\([^)]*\))?\s+|[\w()]+\s+)*?)(?:class|struct|enum|protocol|actor|typealias)\s+([A-Z]\w*)/#
  var types: [String] = []
  var depth = 0
  for line in code.split(separator: "\n") {
    let content = line.drop { $0 == " " }
    if content.hasPrefix("#endif") { depth -= 1 }
    if line.count - content.count == 2 * depth, let match = content.firstMatch(of: declaration),
      !match.1.contains("private")
    {
      types.append(String(match.2))
    }
    if content.hasPrefix("#if") { depth += 1 }
  }
  return types
}

/// The groups of folders that reach each other, by Tarjan's algorithm.
func cycles(in uses: [String: [String: Set<String>]]) -> [[String]] {
  var index: [String: Int] = [:]
  var low: [String: Int] = [:]
  var stack: [String] = []
  var found: [[String]] = []
  func visit(_ folder: String) -> Int {
    let number = index.count
    index[folder] = number
    var lowest = number
    stack.append(folder)
    for other in (uses[folder] ?? [:]).keys.sorted() {
      if index[other] == nil {
        lowest = min(lowest, visit(other))
      } else if stack.contains(other) {
        lowest = min(lowest, low[other] ?? index[other] ?? lowest)
      }
      low[folder] = lowest
    }
    low[folder] = lowest
    if lowest == number, let start = stack.firstIndex(of: folder) {
      let group = Array(stack[start...])
      stack.removeSubrange(start...)
      if group.count > 1 { found.append(group.sorted()) }
    }
    return lowest
  }
  for folder in uses.keys.sorted() where index[folder] == nil { _ = visit(folder) }
  return found
}

let all = try sources()
guard !all.isEmpty else {
  print("error: no Swift file in a folder of \(root.path)")
  exit(2)
}
var home: [String: String] = [:]
for source in all {
  for type in declared(in: source.code) where home[type] == nil { home[type] = source.folder }
}
var uses: [String: [String: Set<String>]] = [:]
for source in all {
  let words = source.code.split { !($0.isLetter || $0.isNumber || $0 == "_") }
  for word in Set(words.map(String.init)) {
    guard let other = home[word], other != source.folder else { continue }
    uses[source.folder, default: [:]][other, default: []].insert(word)
  }
}
for folder in Set(all.map(\.folder)).sorted() {
  let others = (uses[folder] ?? [:]).sorted { $0.key < $1.key }.map { other, types in
    let shown = types.sorted().prefix(4).joined(separator: ", ")
    return "\(other) (\(shown)\(types.count > 4 ? ", ..." : ""))"
  }
  print("\(folder) -> \(others.isEmpty ? "nothing" : others.joined(separator: ", "))")
}
let found = cycles(in: uses)
for cycle in found { print("error: a cycle of folders: \(cycle.joined(separator: ", "))") }
exit(found.isEmpty ? 0 : 1)
