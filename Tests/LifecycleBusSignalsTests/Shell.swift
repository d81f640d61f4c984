#if os(Linux)
  import Foundation
  import TestSupport

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

    /// Waits until the terminal is the shell's, of which nothing tells.
    func waitUntilInFront() async throws {
      while !isInFront { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Waits until the shell has the terminal and runs what is typed.
    ///
    /// Ctrl-Z drops what was typed before, so that the terminal has to be the shell's first.
    func waitForPrompt() async throws {
      try await waitUntilInFront()
      let word = UUID().uuidString
      // What is typed appears on the terminal with the quotes, and what is printed without them.
      type("echo 'at'-'\(word)'")
      try await screen.wait(containing: "at-\(word)")
    }
  }
#endif
