#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The situations in which a process drains its main queue, each in a child process.
  @Suite("Hosting situations", .timeLimit(.minutes(hangMinutes)))
  struct HostingTests {
    /// A raw post of the main actor is delivered when it returns, and others come in order.
    static let here = [
      "here: didFinishLaunching, anomalies: 0", "while the main actor is busy: 0",
    ]
    static let elsewhere = [
      "elsewhere: didBecomeActive willResignActive didEnterBackground",
      "in order, each reported: true",
    ]
    static let situations: [(String, [String])] = [
      ("top-level", ["main thread: true"] + here + ["the last: willTerminate"] + elsewhere),
      ("run-loop", ["main thread: true"] + here + elsewhere),
      ("dispatch-main", ["main thread: \(mainActorIsMainThread)"] + here + elsewhere),
      ("other-queue", [here[0]]),
    ]
    #if os(Linux)
      static let mainActorIsMainThread = false
    #else
      static let mainActorIsMainThread = true
    #endif

    @Test(
      "a post of the main actor is delivered when it returns (35, 37)", arguments: situations)
    func situation(name: String, lines: [String]) async throws {
      let outcome = try await HelperProgram("HostingProbe").run(name)
      #expect(outcome.lines == lines && outcome.exitCode == 0)
    }

    @Test("a post under an async main is delivered when it returns, after a suspension too (35)")
    func asyncMain() async throws {
      let outcome = try await HelperProgram("AsyncHostingProbe").run()
      #expect(
        outcome.lines == ["main thread: \(Self.mainActorIsMainThread)"] + Self.here + Self.elsewhere
      )
      #expect(outcome.exitCode == 0)
    }

    @Test("100 processes with other hash seeds have one order (6)")
    func order() async throws {
      let lines = try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<100 {
          group.addTask { try await HelperProgram("HostingProbe").run("order").lines }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(Set(lines.map { $0.prefix { $0 != "," } }).count == 1 && lines.count == 100)
      #expect(lines.first?.hasPrefix((0..<100).map(String.init).joined(separator: " ")) == true)
      #expect(Set(lines).count > 90, "the hash seeds differ")
    }
  }

  /// One of this package's programs, run as a child process to its end.
  private struct HelperProgram: Sendable {
    private let name: String

    /// How a run ended.
    struct Outcome: Sendable {
      /// The lines that it printed, without the empty ones.
      let lines: [String]
      /// The exit code; -1 after death by a signal.
      let exitCode: Int32
    }

    /// - Parameter name: The name, as for `ChildProcess`.
    init(_ name: String) { self.name = name }

    /// Runs the program to its end. Its temporary files go with this process.
    func run(_ arguments: String...) async throws -> Outcome {
      let environment = ProcessInfo.processInfo.environment
        .merging(["TMPDIR": TestFiles.folder.path]) { $1 }
      let child = try ChildProcess(name, arguments, environment: environment)
      let end = try await child.wait().split(separator: " ")
      return Outcome(
        lines: child.output.all.filter { !$0.isEmpty },
        exitCode: end.first == "exited" ? end.last.flatMap { Int32($0) } ?? -1 : -1)
    }
  }
#endif
