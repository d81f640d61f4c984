import Foundation

/// Builds a copy of the package with all changes in it, and runs the tests once for each.
@main struct Mutate {
  static let copy = ".build-mutation/package"
  /// How long a run may print nothing before it stands still, in seconds.
  static let patience = 100

  static func main() throws {
    var folders = Array(CommandLine.arguments.dropFirst())
    let seed = number("--seed", of: &folders) ?? 1
    let wanted = number("--count", of: &folders) ?? 30
    guard !folders.isEmpty, folders.allSatisfy({ FileManager.default.fileExists(atPath: $0) })
    else {
      print("usage: Tests/Mutation/mutate [--seed N] [--count N] FOLDER...")
      exit(2)
    }
    var generator = Generator(state: UInt64(seed))
    var candidates: [String: [Mutation]] = [:]
    let rules = try MutationRules()
    for folder in folders {
      let files = shell("git ls-files '\(folder)/*.swift' | grep -v '\\.docc/'").text.split(
        separator: "\n"
      ).map(String.init)
      candidates[folder] = try files.flatMap {
        rules.mutations(of: try String(contentsOfFile: $0, encoding: .utf8), file: $0)
      }.shuffled(using: &generator)
    }
    print("\(candidates.values.map(\.count).reduce(0, +)) places, seed \(seed)")

    // Those that do not compile give way to others, until the build succeeds.
    var chosen: [String: [Mutation]] = [:]
    repeat {
      for folder in folders {
        while chosen[folder, default: []].count < wanted, let next = candidates[folder]?.popLast() {
          // One change for each line.
          if chosen[folder, default: []].contains(where: {
            $0.file == next.file && $0.line == next.line
          }) {
            continue
          }
          chosen[folder, default: []].append(next)
        }
      }
      try write(numbered(chosen, folders))
    } while !build(leavingOut: &chosen)

    let all = numbered(chosen, folders)
    for tests in Set(folders.map(tests)) {
      guard case .survived = run(tests, with: 0) else {
        print("error: the tests \(tests) fail without any change: .build-mutation/output")
        exit(1)
      }
    }
    var survivors: [String: Int] = [:]
    for (number, folder, mutation) in all {
      let outcome = run(tests(of: folder), with: number)
      let sign = if case .survived = outcome { "SURVIVED" } else { "noticed " }
      if case .survived = outcome { survivors[folder, default: 0] += 1 }
      print(
        "\(sign) \(number) \(mutation.file):\(mutation.line) \(mutation.rule): \(mutation.original)"
      )
      fflush(nil)
      if case .stoodStill(let tests) = outcome { print("         stood still: \(tests)") }
    }
    for folder in folders {
      let count = chosen[folder, default: []].count
      print("\(folder): \(count - survivors[folder, default: 0]) of \(count) were noticed")
    }
  }

  private static func numbered(_ chosen: [String: [Mutation]], _ folders: [String]) -> [(
    Int, String, Mutation
  )] {
    folders.flatMap { folder in chosen[folder, default: []].map { (folder, $0) } }.enumerated().map
    {
      ($0.offset + 1, $0.element.0, $0.element.1)
    }
  }

  // MARK: The copy

  private static func write(_ mutations: [(Int, String, Mutation)]) throws {
    let copied = shell(
      """
      rm -rf \(copy)/{Sources,Tests,Docs} && mkdir -p \(copy) &&
        git ls-files -z | grep -zv '^Tests/Mutation/' | xargs -0 cp --preserve --no-dereference --parents -t \(copy)
      """)
    guard copied.status == 0 else {
      print("error: the copy cannot be made: \(copied.text)")
      exit(1)
    }
    let question = """
      import Foundation

      private let mutant = ProcessInfo.processInfo.environment["LIFECYCLEBUS_MUTANT"].flatMap { Int($0) }

      func isMutant(_ number: Int) -> Bool { mutant == number }

      """
    for module in modules {
      try question.write(
        toFile: "\(copy)/\(module.folder)/IsMutant.swift", atomically: true, encoding: .utf8)
    }
    for (file, changes) in Dictionary(grouping: mutations, by: \.2.file) {
      var lines = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
      for (number, _, mutation) in changes {
        lines[mutation.line - 1] = mutation.text(number: number)
      }
      try lines.joined(separator: "\n").write(
        toFile: "\(copy)/\(file)", atomically: true, encoding: .utf8)
    }
  }

  /// Builds; `false` if changes did not compile, which are left out then.
  private static func build(leavingOut chosen: inout [String: [Mutation]]) -> Bool {
    let result = shell("cd \(copy) && swift build --build-tests 2>&1")
    if result.status == 0 { return true }
    let root = FileManager.default.currentDirectoryPath + "/\(copy)/"
    var wrong: Set<String> = []
    for line in result.text.split(separator: "\n")
    where line.hasPrefix(root) && line.contains(": error: ") {
      let parts = line.dropFirst(root.count).split(separator: ":")
      guard parts.count > 1, let place = Int(parts[1]) else { continue }
      // The compiler names the changed line, or one after it, such as the end of an initializer, or
      // the `switch` before it.
      let changed = chosen.values.joined().filter { $0.file == parts[0] }.map(\.line)
      if let nearest = changed.filter({ $0 <= place }).max() ?? changed.min() {
        wrong.insert("\(parts[0]):\(nearest)")
      }
    }
    let before = chosen.values.map(\.count).reduce(0, +)
    for folder in chosen.keys {
      chosen[folder]?.removeAll { wrong.contains("\($0.file):\($0.line)") }
    }
    let left = chosen.values.map(\.count).reduce(0, +)
    guard left < before else {
      print(result.text.suffix(3000), "error: the copy does not build", separator: "\n")
      exit(1)
    }
    print("\(before - left) changes do not compile")
    return false
  }

  // MARK: The tests

  private enum Outcome { case survived, noticed, stoodStill(String) }

  /// The modules, the innermost folder first, and the tests that should notice a change in each.
  private static let modules = [
    (
      folder: "Sources/LifecycleBus/Signals",
      tests: "LifecycleBusTests.*Signal|LifecycleBusTests.*Line|JobControl|Terminal"
    ),
    (
      folder: "Sources/LifecycleBus/Delegates",
      tests: "LifecycleBusTests.*Request|LifecycleBusTests.*Launch"
    ),
    (folder: "Sources/Listeners/Timeline", tests: "ListenersTests"),
    (folder: "Sources/Listeners", tests: "ListenersTests"),
    (folder: "Sources/LifecycleBus", tests: "LifecycleBusTests"),
  ]

  private static func tests(of folder: String) -> String {
    modules.first { folder.hasPrefix($0.folder) }?.tests ?? "Tests"
  }

  private static func run(_ tests: String, with number: Int) -> Outcome {
    let output = ".build-mutation/output"
    // The first test that fails is enough. A child that is left would keep Foundation's `Process`
    // from its end.
    let result = shell(
      """
      LIFECYCLEBUS_MUTANT=\(number) setsid swift test --package-path \(copy) --skip-build --disable-xctest \
        --filter '\(tests)' >\(output) 2>&1 & run=$!
      stop() {
        exec 2>/dev/null
        kill -KILL -- -$run
        while pkill -KILL -f "$PWD/\(copy)/.build"; do sleep 0.1; done
        exit $1
      }
      while kill -0 $run 2>/dev/null; do
        sleep 0.5
        if grep -q 'recorded an issue' \(output); then stop 1; fi
        if [ $(($(date +%s) - $(stat -c %Y \(output)))) -ge \(patience) ]; then stop 9; fi
      done
      wait $run
      """)
    if result.status == 9 { return .stoodStill(unended(in: output)) }
    return result.status == 0 ? .survived : .noticed
  }

  /// The tests that have begun and not ended.
  private static func unended(in output: String) -> String {
    let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
    var begun: Set<Substring> = []
    for line in text.split(separator: "\n") {
      if let match = line.wholeMatch(of: /. Test (".+") started\./) { begun.insert(match.1) }
      if let match = line.wholeMatch(of: /. Test (.+?) (passed|failed|skipped).*/) {
        begun.remove(match.1)
      }
    }
    let more = begun.count > 5 ? ", and \(begun.count - 5) more" : ""
    return begun.sorted().prefix(5).joined(separator: ", ") + more
  }

  // MARK: Small things

  private static func number(_ option: String, of arguments: inout [String]) -> Int? {
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else {
      return nil
    }
    defer { arguments.removeSubrange(index...index + 1) }
    return Int(arguments[index + 1])
  }

  private static func shell(_ command: String) -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", command]
    let pipe = Pipe()
    process.standardOutput = pipe
    do { try process.run() } catch { return (-1, "\(error)") }
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}

/// A generator that a seed decides (SplitMix64).
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
