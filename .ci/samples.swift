// Writes the samples of documentation comments, and of the pages of the modules, as files that the
// compiler checks; `.ci/samples` does both.
//
// Each ```swift block becomes a function, so that what it declares is its own. Names that it uses
// and does not declare are in Tests/CommentSamples. A block that names a class of UIKit, AppKit or
// WatchKit, or stands in a file of that framework, goes to OUT/UIKit and so on; the rest goes to
// OUT/here.
import Foundation

guard CommandLine.arguments.count == 2 else { fatalError("usage: swift .ci/samples.swift OUT") }
let out = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)

/// What exists with one framework only.
let frameworks: [(name: String, types: [String])] = [
  ("UIKit", ["UIApplication", "UIScene", "ApplicationBackgroundTime", "ExpiringActivity"]),
  ("AppKit", ["NSApplication", "NSWorkspace"]),
  ("WatchKit", ["WKApplication"]),
]

/// One block: the file, the line of its first code, and the code.
struct Sample {
  let file: String
  let line: Int
  let code: [String]

  var framework: String {
    let named = frameworks.first { framework in
      file.hasSuffix("+\(framework.name).swift")
        || code.contains { line in framework.types.contains { line.contains($0) } }
    }
    return named?.name ?? "here"
  }

  /// A function that is never called. `@main` is left out, because a module may have one.
  var function: String {
    let name = "\(file)_\(line)".map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    let body = code.filter { $0 != "@main" && !$0.hasPrefix("import ") }
    return """
      @MainActor func sample_\(name)() async throws {
      #sourceLocation(file: "\(file)", line: \(line))
      \(body.joined(separator: "\n"))
      #sourceLocation()
      }

      """
  }
}

/// The blocks of a file. In a source file they stand in documentation comments.
func samples(in file: String) throws -> [Sample] {
  let isPage = file.hasSuffix(".md")
  let text = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
  var found: [Sample] = []
  var block: [String]?
  for (index, line) in text.components(separatedBy: "\n").enumerated() {
    var content = line
    if !isPage {
      let comment = line.drop { $0 == " " }
      guard comment.hasPrefix("///") else {
        if block != nil {
          print("error: \(file):\(index + 1): a block of a comment does not end")
          exit(1)
        }
        continue
      }
      content = String(comment.dropFirst(comment.hasPrefix("/// ") ? 4 : 3))
    }
    if let code = block, content == "```" {
      found.append(Sample(file: file, line: index + 1 - code.count, code: code))
      block = nil
    } else if block != nil {
      block?.append(content)
    } else if content == "```swift" {
      block = []
    }
  }
  return found
}

func paths(below folder: String, _ isWanted: (String) -> Bool) -> [String] {
  (FileManager.default.enumerator(atPath: folder)?.allObjects ?? [])
    .compactMap { $0 as? String }.filter(isWanted).map { "\(folder)/\($0)" }.sorted()
}

// The tests compile the samples of articles. The page of a module, and what is added to the page of
// a symbol, has a symbol as its title.
let comments = paths(below: "Sources") { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
let pages = try paths(below: "Sources") { $0.contains(".docc/") && $0.hasSuffix(".md") }
  .filter { try String(contentsOf: URL(fileURLWithPath: $0), encoding: .utf8).hasPrefix("# ``") }
let all = try (comments + pages).flatMap(samples)
guard all.contains(where: { $0.file.hasPrefix("Sources") }) else {
  print("error: no sample in the comments of Sources")
  exit(1)
}
for (framework, samples) in Dictionary(grouping: all, by: \.framework) {
  let folder = out.appending(path: framework)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let imports =
    ["LifecycleBus", "LifecycleBusDelegates"]
    + (framework == "here"
      ? ["LifecycleBusSignals", "Listeners", "ListenersTimeline", "Testing"]
      : ["LifecycleBusRemoteNotifications", framework])
  let header = (["Foundation"] + imports).map { "import \($0)\n" }.joined()
  try (header + samples.map(\.function).joined())
    .write(to: folder.appending(path: "Samples.swift"), atomically: true, encoding: .utf8)
}
print("\(all.count) samples in \(Set(all.map(\.file)).count) files")
