// Fails where code that a platform does not have may be compiled, or run, for it: child processes
// and exit tests outside macOS and Linux, Linux's /proc and /dev/full on a Mac.
//
//   swift .ci/platform-guards.swift
//
// Reads `#if` conditions, for each platform: os(...) and canImport(...) of the system's modules are
// known, everything else may be true or false. The programs that the tests run, the demo, and the
// tests of signals and of the demo are built for macOS and Linux only; see Package.swift.
import Foundation

let platforms = ["macOS", "iOS", "tvOS", "watchOS", "visionOS", "Linux"]
let desktop: Set = ["macOS", "Linux"]

/// What is looked for, and where it exists.
let rules: [(name: String, pattern: String, platforms: Set<String>)] = [
  ("Process", #"\bProcess\(\)"#, desktop),
  ("posix_spawn", #"\bposix_spawn"#, desktop),
  ("exec", #"\bexec(v|ve|vp|l|le|lp)\("#, desktop),
  ("fork", #"\b(v?fork|forkpty)\("#, desktop),
  ("a pseudo-terminal", #"\b(posix_openpt|openpty|grantpt)\b"#, desktop),
  (
    "a helper of the tests for child processes",
    #"\b(ChildProcess|HelperProgram|Spawn|PseudoTerminal|Job|JournalFolder)(\(|\.path)"#, desktop
  ),
  ("an exit test", #"\bprocessExitsWith\b"#, desktop),
  ("/proc", #""/proc\b"#, ["Linux"]),
  ("/dev/full", #""/dev/full\b"#, ["Linux"]),
]

/// Folders that are built for macOS and Linux only.
let desktopFolders =
  ["Docs/Examples/", "Tests/JournalTests/", "Tests/LifecycleBusTests/Signals/", "Tests/Mutation/"]
  + (try FileManager.default.contentsOfDirectory(atPath: "Tests/Support"))
  .filter { !$0.hasSuffix(".swift") }.map { "Tests/Support/\($0)/" }

/// The platforms on which a module of the system can be imported.
let modules: [String: Set<String>] = [
  "Darwin": ["macOS", "iOS", "tvOS", "watchOS", "visionOS"],
  "ObjectiveC": ["macOS", "iOS", "tvOS", "watchOS", "visionOS"],
  "SwiftUI": ["macOS", "iOS", "tvOS", "watchOS", "visionOS"],
  "UIKit": ["iOS", "tvOS", "watchOS", "visionOS"],
  "AppKit": ["macOS"], "WatchKit": ["watchOS"], "Glibc": ["Linux"],
  "Musl": [],
]

/// A condition of `#if`, for one platform: true, false, or `nil` if it may be either.
struct Condition {
  private var tokens: [String]
  private let platform: String

  init(_ text: String, platform: String) {
    let token = #/\w+\([^()]*\)|\|\||&&|[!()]|[\w.]+|[<>=]+/#
    tokens = text.matches(of: token).map { String($0.output) }.reversed()
    self.platform = platform
  }

  mutating func value() -> Bool? {
    var result = conjunction()
    while tokens.last == "||" {
      tokens.removeLast()
      let other = conjunction()
      result = result == true || other == true ? true : result == nil || other == nil ? nil : false
    }
    return result
  }

  private mutating func conjunction() -> Bool? {
    var result = term()
    while tokens.last == "&&" {
      tokens.removeLast()
      let other = term()
      result =
        result == false || other == false ? false : result == nil || other == nil ? nil : true
    }
    return result
  }

  private mutating func term() -> Bool? {
    guard let token = tokens.popLast() else { return nil }
    switch token {
    case "!": return term().map { !$0 }
    case "(":
      let inner = value()
      if tokens.last == ")" { tokens.removeLast() }
      return inner
    default: return known(token)
    }
  }

  private func known(_ token: String) -> Bool? {
    let argument = token.split(separator: "(").dropFirst().first.map { String($0.dropLast()) } ?? ""
    if token.hasPrefix("os(") { return argument == platform }
    if token.hasPrefix("canImport(") { return modules[argument].map { $0.contains(platform) } }
    return nil
  }
}

/// The nested `#if`s around a line, for one platform.
struct Nesting {
  private struct Level {
    /// Whether the present branch may be compiled.
    var mayBeActive: Bool
    /// Whether an earlier branch is certainly the one that is compiled.
    var isDecided: Bool
  }

  let platform: String
  private var levels: [Level] = []

  init(platform: String) { self.platform = platform }

  var mayBeActive: Bool { levels.allSatisfy(\.mayBeActive) }

  mutating func read(_ directive: Substring) {
    if directive.hasPrefix("#if ") {
      let value = value(of: directive.dropFirst(4))
      levels.append(Level(mayBeActive: value != false, isDecided: value == true))
    } else if directive.hasPrefix("#elseif "), let level = levels.popLast() {
      let value = value(of: directive.dropFirst(8))
      levels.append(
        Level(
          mayBeActive: !level.isDecided && value != false,
          isDecided: level.isDecided || value == true))
    } else if directive.hasPrefix("#else"), let level = levels.popLast() {
      levels.append(Level(mayBeActive: !level.isDecided, isDecided: true))
    } else if directive.hasPrefix("#endif") {
      _ = levels.popLast()
    }
  }

  private func value(of text: Substring) -> Bool? {
    var condition = Condition(String(text), platform: platform)
    return condition.value()
  }
}

func failures(
  in path: String,
  _ patterns: [(name: String, regex: Regex<AnyRegexOutput>, platforms: Set<String>)]
) throws -> [String] {
  let isDesktop = desktopFolders.contains { path.hasPrefix($0) }
  var nestings = platforms.filter { !isDesktop || desktop.contains($0) }.map(Nesting.init)
  var found: [String] = []
  let lines = try String(contentsOfFile: path, encoding: .utf8)
    .split(separator: "\n", omittingEmptySubsequences: false)
  for (number, line) in lines.enumerated() {
    let content = line.drop { $0 == " " }
    if content.hasPrefix("#") {
      for index in nestings.indices { nestings[index].read(content) }
    } else if !content.hasPrefix("//") {
      for rule in patterns where content.contains(rule.regex) {
        let wrong = nestings.filter { $0.mayBeActive && !rule.platforms.contains($0.platform) }
        guard !wrong.isEmpty else { continue }
        let names = wrong.map(\.platform).joined(separator: ", ")
        found.append("\(path):\(number + 1): error: \(rule.name) may be compiled for \(names)")
      }
    }
  }
  return found
}

let patterns = try rules.map { ($0.name, try Regex($0.pattern), $0.platforms) }
var found: [String] = []
var count = 0
for folder in ["Sources", "Tests", "Docs/Examples"] {
  for path in FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
  where path.hasSuffix(".swift") && !path.hasPrefix("Benchmarks/") && !path.contains(".build")
    && !path.contains(".docc/")
    && !path.hasPrefix("ApplePlatforms/")
  {
    count += 1
    found += try failures(in: "\(folder)/\(path)", patterns)
  }
}
guard count > 100 else {
  print("error: only \(count) Swift files; run this in the root of the repository")
  exit(2)
}
for failure in found.sorted() { print(failure) }
print("\(count) files read, \(found.count) guards missing")
exit(found.isEmpty ? 0 : 1)
