#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    "Inside tmux", .enabled(if: World.path(of: "tmux") != nil, "needs tmux"),
    .timeLimit(.minutes(hangMinutes)))
  struct TmuxTests {
    /// A server of its own, with one session that runs a probe.
    private final class Server: Sendable {
      let pipes: NamedPipes

      init() async throws {
        pipes = try NamedPipes()
        try await command("new-session", "-d", "-x", "80", "-y", "24", pipes.probe("--exit die"))
      }

      var options: [String] {
        ["-S", pipes.folder.appending(path: "server").path, "-f", "/dev/null"]
      }

      @discardableResult
      func command(_ words: String...) async throws -> [String] {
        let child = try ChildProcess(
          "/bin/sh", ["-c", "exec tmux \"$@\" 3>&-", "tmux"] + options + words,
          environment: ["PATH": "/usr/bin:/bin", "TERM": "xterm", "SHELL": "/bin/sh"])
        try await child.wait()
        return child.output.all
      }
    }

    @Test(
      "a detached session goes on in front, and one that is killed ends its program in order",
      arguments: ["kill-session", "kill-server"])
    func session(end: String) async throws {
      for _ in 0..<World.rounds {
        let server = try await Server()
        try await server.pipes.trace.wait(for: "ready")
        let client = try await Job(
          World.path(of: "tmux") ?? "tmux", server.options + ["attach"],
          environment: ["PATH": "/usr/bin:/bin", "TERM": "xterm"])
        while try await server.command("list-clients").isEmpty {}
        try await server.command("detach-client", "-a", "-s", "0")
        try await server.command("detach-client", "-s", "0")
        #expect(try await client.news.wait(for: "exited").last == "exited 0")
        server.pipes.tell("ping")
        #expect(
          try await server.pipes.trace.wait(for: "pong") == ["pong active terminal foreground"])
        let panes = try await server.command("list-panes", "-F", "#{pane_pid}")
        try await server.command(end)
        #expect(
          try await server.pipes.trace.wait(for: "willTerminate")
            == SupervisorTests.wayDown.map { "\($0) SIGHUP" })
        try await World.waitForEnd(of: panes.first ?? "")
        let next = try ChildProcess("/bin/sh", ["-c", server.pipes.probe()])
        try await server.pipes.trace.wait(for: "previous The last run ended in order.")
        withExtendedLifetime(next) {}
      }
    }
  }
#endif
