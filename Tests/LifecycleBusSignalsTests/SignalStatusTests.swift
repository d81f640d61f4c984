#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What the parent of a process learns: the rows of the table on the page about command-line
  /// tools, and in each row its two programs.
  @Suite("A status that tells", .serialized, .timeLimit(.minutes(hangMinutes)))
  struct SignalStatusTests {
    /// A program that gets SIGTERM, and the status that it ends with.
    static let programs: [(options: [String], status: Int32)] = [
      (["--code", "0"], 0), (["--await", "no"], 128 + SIGTERM),
      (["--await", "no", "--exit", "0"], 0),
    ]

    @Test("timeout --preserve-status passes it on (75)", arguments: programs)
    func timeout(options: [String], status: Int32) async throws {
      let child = try ChildProcess(
        "/usr/bin/timeout",
        ["--preserve-status", "1000", ChildProcess.path(of: "SignalProbe")] + options)
      try await child.output.wait(for: "ready")
      // For `timeout` this is the time that has run out.
      child.send(SIGALRM)
      #expect(try await child.wait() == "exited \(status)")
    }

    @Test(
      "a shell goes on after an end in order alone (75)", arguments: programs,
      [#""$0" "$@" && echo next"#, #"set -e; "$0" "$@"; echo next"#])
    func shell(program: (options: [String], status: Int32), script: String) async throws {
      let child = try ChildProcess(
        "/bin/sh", ["-c", script, ChildProcess.path(of: "SignalProbe")] + program.options)
      try await child.output.wait(for: "ready")
      ChildProcess.send(SIGTERM, to: try #require(child.firstChild))
      #expect(try await child.wait() == "exited \(program.status)")
      #expect(child.output.all.contains("next") == (program.status == 0))
    }

    @Test(
      "a container gets it from process 1 (75)",
      .enabled(if: canMakeNamespaces, "This needs unshare, and the right to use it."),
      arguments: programs)
    func drain(options: [String], status: Int32) async throws {
      let child = try ChildProcess(
        "/usr/bin/unshare",
        ["--pid", "--fork", ChildProcess.path(of: "SignalProbe")] + options)
      try await child.output.wait(for: "ready")
      ChildProcess.send(SIGTERM, to: try #require(child.firstChild))
      #expect(try await child.wait() == "exited \(status)")
    }

    @Test("what does not end before its budget is left to SIGKILL (75)")
    func killed() async throws {
      let child = try ChildProcess(
        "SignalProbe", ["--budget", "endless", "--block", "willTerminate"])
      try await child.output.wait(for: "ready")
      child.send(SIGTERM)
      try await child.output.wait(for: "blocked")
      child.send(SIGKILL)
      #expect(try await child.wait() == "died \(SIGKILL)")
    }

    static let canMakeNamespaces =
      (try? Spawn(path: "/usr/bin/unshare", arguments: ["--pid", "--fork", "true"]).start())
      .map { pid in
        var status: Int32 = 0
        return waitpid(pid, &status, 0) == pid && status == 0
      } == true
  }

  extension ChildProcess {
    /// The process that it has started first.
    var firstChild: Int32? {
      let children = try? String(
        contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
      return children?.split(separator: " ").first.flatMap { Int32($0) }
    }
  }
#endif
