#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A program that starts a service, and starts it again when it has ended.
  final class Supervisor: Sendable {
    enum Kind: String, CaseIterable {
      case runit = "runsv"
      case s6 = "s6-supervise"
      case supervisord

      static let installed = World.installed(allCases)
    }

    let pipes: NamedPipes
    private let kind: Kind
    private let process: ChildProcess
    private var folder: URL { pipes.folder }

    /// Starts it, with a probe as its service.
    init(_ kind: Kind) async throws {
      self.kind = kind
      pipes = try NamedPipes()
      let folder = pipes.folder
      let trace = folder.appending(path: "trace").path
      // What a supervisor tells of the end of a service: the exit code, and the signal.
      let scripts = [
        "run": pipes.probe("--exit 0"), "finish": "echo \"finish $1 $2\" >'\(trace)'",
      ]
      // Written by a child. A script that this process writes may be open in a child that another
      // test starts meanwhile, and no system runs a file that is open for writing.
      for (name, script) in scripts {
        let text = ["#!/bin/sh", script].joined(separator: "\n")
        try await ChildProcess(
          "/bin/sh",
          [
            "-c", "printf '%s\\n' \"$1\" >\"$0\" && chmod 700 \"$0\"",
            folder.appending(path: name).path, text,
          ]
        ).wait()
      }
      try Data(Self.configuration(in: folder.path).utf8)
        .write(to: folder.appending(path: "configuration"))
      let arguments =
        kind == .supervisord
        ? ["-c", folder.appending(path: "configuration").path] : [folder.path]
      process = try ChildProcess(World.path(of: kind.rawValue) ?? kind.rawValue, arguments)
    }

    /// Takes the service down, without a wait for its end.
    func down() async throws -> ChildProcess {
      switch kind {
      case .runit: try command("sv", "down", folder.path)
      case .s6: try command("s6-svc", "-d", folder.path)
      case .supervisord: try control("stop", "probe")
      }
    }

    /// Waits until the supervisor has seen the end of its service, with exit code 0.
    func waitForExit() async throws {
      if kind == .supervisord {
        let line = try await process.output.wait(containing: "stopped: probe").last ?? ""
        #expect(line.hasSuffix("(exit status 0)"), "\(line)")
      } else {
        #expect(try await pipes.trace.wait(for: "finish").last == "finish 0 0")
      }
    }

    func up() async throws {
      let command =
        switch kind {
        case .runit: try command("sv", "up", folder.path)
        case .s6: try command("s6-svc", "-u", folder.path)
        case .supervisord: try control("start", "probe")
        }
      try await command.wait()
    }

    /// Ends the supervisor, and with it the service.
    func exit() async throws {
      switch kind {
      // Its own wait is for the end of both.
      case .runit: try await command("sv", "exit", folder.path).wait()
      case .s6: try await command("s6-svc", "-xd", folder.path).wait()
      case .supervisord: process.send(SIGTERM)
      }
      _ = try await process.end.wait(for: "exited 0")
    }

    private func command(_ program: String, _ arguments: String...) throws -> ChildProcess {
      try ChildProcess(World.path(of: program) ?? program, arguments)
    }

    private func control(_ words: String...) throws -> ChildProcess {
      try ChildProcess(
        World.path(of: "supervisorctl") ?? "supervisorctl",
        ["-c", folder.appending(path: "configuration").path] + words)
    }

    private static func configuration(in folder: String) -> String {
      """
      [supervisord]
      nodaemon=true
      logfile=/dev/null
      logfile_maxbytes=0
      pidfile=\(folder)/pid
      childlogdir=\(folder)
      [unix_http_server]
      file=\(folder)/socket
      [rpcinterface:supervisor]
      supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface
      [supervisorctl]
      serverurl=unix://\(folder)/socket
      [program:probe]
      command=\(folder)/run
      startsecs=0
      stopwaitsecs=120
      autorestart=true
      """
    }
  }
#endif
