#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The situations in which a process drains its main queue, each in a child process.
  @Suite(
    "Hosting situations",
    .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)),
    .timeLimit(.minutes(hangMinutes)))
  struct HostingTests {
    /// A raw post of the main actor is delivered when it returns, and others come in order.
    static let here = [
      "here: didFinishLaunching, anomalies: 0", "while the main actor is busy: 0",
    ]
    static let elsewhere = [
      "elsewhere: didBecomeActive willResignActive didEnterBackground",
      "in order, each reported: true",
    ]
    static let situations = ["top-level", "run-loop", "dispatch-main", "async-main", "other-queue"]
    static let lines = [
      ["main thread: true"] + here + ["the last: willTerminate"] + elsewhere,
      ["main thread: true"] + here + elsewhere,
      ["main thread: \(mainActorIsMainThread)"] + here + elsewhere,
      ["main thread: \(mainActorIsMainThread)"] + here + elsewhere,
      [here[0]],
    ]
    #if os(Linux)
      static let mainActorIsMainThread = false
    #else
      static let mainActorIsMainThread = true
    #endif

    /// The lines that the probe prints, up to its clean exit.
    private func run(_ mode: String) async throws -> [String] {
      let environment = ProcessInfo.processInfo.environment
        .merging(["TMPDIR": TestFiles.folder.path]) { $1 }
      let child = try ChildProcess("HostingProbe", [mode], environment: environment)

      #expect(try await child.wait() == "exited 0")
      return child.output.all.filter { !$0.isEmpty }
    }

    @Test(
      "a post of the main actor is delivered when it returns, under an async main too (35, 37)",
      arguments: zip(situations, lines))
    func situation(mode: String, lines: [String]) async throws {
      #expect(try await run(mode) == lines)
    }

    @Test("100 processes with other hash seeds have one order (6)")
    func order() async throws {
      let lines = try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<100 {
          group.addTask {
            try await run("order")
          }
        }

        var lines: [String] = []
        for try await output in group {
          lines += output
        }
        return lines
      }

      let orders = lines.map { $0.prefix { $0 != "," } }
      let expected = (0..<100).map(String.init).joined(separator: " ")
      #expect(lines.count == 100)
      #expect(Set(orders).count == 1)
      #expect(orders.first?.hasPrefix(expected) == true)
      #expect(Set(lines).count > 90, "the hash seeds differ")
    }
  }
#endif
