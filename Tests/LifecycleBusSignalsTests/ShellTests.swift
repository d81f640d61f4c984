#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// `bash`, `zsh`, `fish` and `dash` do job control in four ways: one sends SIGCONT to a job that
  /// runs already, another one does not.
  @Suite(
    "Under interactive shells", .serialized, .timeLimit(.minutes(hangMinutes)),
    .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)))
  struct ShellTests {
    @Test("Ctrl-Z, bg and fg again and again, and Ctrl-C is 130", arguments: Shell.installed)
    func jobControl(shell: Shell) async throws {
      let job = try await shell.start()
      job.type(
        "'\(ChildProcess.path(of: "SignalProbe"))' --trace 3 --commands 4"
          + " --body \(ProbeBody.throwsWhenCancelled)")
      try await job.trace.wait(for: "ready")

      for goesToBackground in [true, false, true, false] {
        try await suspend(job)
        if goesToBackground {
          try await continueInBackground(job)
        }

        job.type("fg")
        #expect(try await job.trace.wait(for: "didBecomeActive") == JobControlTests.up)
      }
      try await interrupt(job)

      job.type("echo 'code'-\(shell.status)-")
      let line = try await job.screen.wait(containing: "code-").last ?? ""
      #expect(line.contains("code-\(shell.statusAfterInterrupt)-"), "\(line)")
    }

    private func suspend(_ job: Job) async throws {
      job.press("\u{1A}")
      #expect(try await job.trace.wait(for: "didEnterBackground") == JobControlTests.down)
      try await job.waitForPrompt()
    }

    private func continueInBackground(_ job: Job) async throws {
      job.type("bg")
      #expect(try await job.ping() == "pong background")
      try await job.waitForPrompt()
    }

    private func interrupt(_ job: Job) async throws {
      job.press("\u{3}")
      let events = RunTests.wayDown.map { "\($0) SIGINT" }
      #expect(try await job.trace.wait(for: "willTerminate") == events)
      try await job.waitForTerminal()
    }
  }

  /// A shell that people type into.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish, dash

    /// Those that are on this machine; a line tells which are not.
    static let installed = allCases.filter { shell in
      if shell.path != nil { return true }

      print("skipped: Ctrl-Z, bg and fg under \(shell), because it is not on this machine")
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

    /// How one types the exit status of the last command.
    var status: String {
      switch self {
      case .bash, .zsh, .dash: "$?"
      case .fish: "$status"
      }
    }

    /// In fish, `fg` has a status of its own.
    var statusAfterInterrupt: Int {
      switch self {
      case .bash, .zsh, .dash: 130
      case .fish: 0
      }
    }

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
    func type(_ line: String) {
      press(line + "\n")
    }

    /// Waits until the shell has the terminal.
    func waitForTerminal() async throws {
      try await waitUntil("the terminal, for the shell,") { isInFront }
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
