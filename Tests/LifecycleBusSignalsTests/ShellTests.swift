#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// `bash`, `zsh`, `fish` and `dash` do job control in four ways: one sends SIGCONT to a job that
  /// runs already, another one does not.
  @Suite(
    "Under interactive shells", .serialized, .timeLimit(.minutes(hangMinutes)))
  struct ShellTests {
    @Test("Ctrl-Z, bg and fg again and again, and Ctrl-C is 130", arguments: Shell.installed)
    func jobControl(shell: Shell) async throws {
      let job = try await shell.start()
      job.type("'\(ChildProcess.path(of: "SignalProbe"))' --trace 3 --commands 4 --exit die")
      try await job.trace.wait(for: "ready")
      for command in ["bg", "fg", "bg", "fg"] {
        job.press("\u{1A}")
        #expect(try await job.trace.wait(for: "didEnterBackground") == JobControlTests.down)
        try await job.waitForPrompt()
        if command == "bg" {
          job.type("bg")
          #expect(try await job.ping() == "pong background terminal background")
          try await job.waitForPrompt()
        }
        job.type("fg")
        #expect(try await job.trace.wait(for: "didBecomeActive") == JobControlTests.up)
      }
      job.press("\u{3}")
      #expect(
        try await job.trace.wait(for: "willTerminate") == RunTests.wayDown.map { "\($0) SIGINT" })
      try await job.waitForTerminal()
      job.type("echo 'code'-\(shell.status)-")
      let line = try await job.screen.wait(containing: "code-").last ?? ""
      // In fish, `fg` has a status of its own.
      #expect(line.contains(shell == .fish ? "code-0-" : "code-130-"), "\(line)")
    }
  }

  /// A shell that people type into.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish, dash

    /// Those that are there; a line says which are not.
    static let installed = allCases.filter { shell in
      if shell.path != nil { return true }
      print("note: no \(shell) on this machine, so nothing is tried with it")
      return false
    }

    private var path: String? {
      ["/usr/bin/", "/bin/"].map { $0 + rawValue }.first {
        FileManager.default.isExecutableFile(atPath: $0)
      }
    }

    /// Interactive, with no configuration of this user.
    var options: [String] {
      switch self {
      case .bash: ["--norc", "--noprofile", "-i"]
      case .zsh: ["-f", "-i"]
      case .fish: ["--no-config", "--private", "-i"]
      case .dash: ["-i"]
      }
    }

    /// The exit status of the last command.
    var status: String { self == .fish ? "$status" : "$?" }

    /// The shell on a new terminal, at its prompt.
    func start() async throws -> Job {
      let job = try await Job(
        path ?? rawValue, options,
        environment: [
          "HOME": "/dev/null", "PATH": "/usr/bin:/bin", "TERM": "xterm", "LC_ALL": "C",
        ])
      try await job.waitForPrompt()
      return job
    }
  }

  extension Job {
    /// Types a line for the shell.
    func type(_ line: String) { press(line + "\n") }

    /// Waits until the shell has the terminal. The system tells nobody, so it is asked again and again,
    /// with a pause, because the shell needs the processor.
    func waitForTerminal() async throws {
      while !isInFront { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Waits until the shell has the terminal, and runs what is typed.
    ///
    /// Ctrl-Z drops what was typed before, so that the terminal has to be the shell's first.
    func waitForPrompt() async throws {
      try await waitForTerminal()
      let word = UUID().uuidString
      // What is typed appears on the terminal with the quotes, and what is printed without them.
      type("echo 'at'-'\(word)'")
      try await screen.wait(containing: "at-\(word)")
    }
  }
#endif
