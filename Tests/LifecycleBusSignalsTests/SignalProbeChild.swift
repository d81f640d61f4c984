import Foundation
import TestSupport

extension ChildProcess {
  /// A probe that has started.
  static func probe(
    _ body: ProbeBody = .returnsWhenCancelled, _ options: [String] = []
  ) async throws -> ChildProcess {
    let child = try ChildProcess("SignalProbe", ["--body", body.rawValue] + options)
    try await child.output.wait(for: "ready")
    return child
  }

  func tell(_ command: ProbeCommand) {
    tell(command.rawValue)
  }

  /// Waits until the probe has obeyed; returns its state.
  func ping() async throws -> String? {
    tell(.ping)
    return try await output.wait(for: "pong").last
  }
}

extension Job {
  /// Where a probe on a terminal writes its trace, and where its commands come from.
  static let probeChannels = ["--trace", "3", "--commands", "4"]

  /// A probe on a terminal, started.
  static func probe(
    _ body: ProbeBody = .returnsWhenCancelled, _ options: [String] = [],
    shellOptions: [String] = []
  ) async throws -> Job {
    let job = try await Job(
      "SignalProbe", probeChannels + ["--body", body.rawValue] + options,
      shellOptions: shellOptions)
    try await job.trace.wait(for: "ready")
    return job
  }

  func tell(_ command: ProbeCommand) {
    tell(command.rawValue)
  }

  /// Waits until the probe has obeyed; returns its state.
  func ping() async throws -> String? {
    tell(.ping)
    return try await trace.wait(for: "pong").last
  }

  /// Presses Ctrl-Z, and waits until the job has stopped.
  func stop() async throws {
    press("\u{1A}")
    try await changes.wait(for: "stopped \(SIGTSTP)")
  }

  /// As a prompt without echo leaves the terminal.
  func makeRaw() -> Bool { setRaw(true) }

  /// As a program that has the terminal.
  func setRaw(_ isRaw: Bool) -> Bool {
    let terminal = open("/proc/\(pid)/fd/0", O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer {
      close(terminal)
    }

    var modes = termios()
    guard tcgetattr(terminal, &modes) == 0 else { return false }

    let lines = tcflag_t(ICANON | ECHO)
    modes.c_lflag = isRaw ? modes.c_lflag & ~lines : modes.c_lflag | lines
    return tcsetattr(terminal, TCSANOW, &modes) == 0 && self.isRaw == isRaw
  }
}

/// A probe whose trace and commands have pipes of their own, so that its standard output is free.
final class PipedProbe {
  let child: ChildProcess
  let output: ChannelEnds
  let trace: LineReader
  private let commands: FileHandle
  /// The other end of its output, to see that no reader is left.
  private let writer: FileHandle

  /// - `redirections`: Behind the program's name, for the shell that becomes the probe.
  init(
    _ options: [String] = [], output: ChannelEnds? = nil, redirections: String = ""
  ) async throws {
    let trace = try ChannelEnds()
    let commands = try ChannelEnds()
    self.output = try output ?? ChannelEnds()

    writer = FileHandle(
      fileDescriptor: fcntl(self.output.write, F_DUPFD_CLOEXEC, 0), closeOnDealloc: true)

    let script = "exec \"$0\" --trace 5 --commands 6 \"$@\" \(redirections)"
    child = try ChildProcess(
      "/bin/sh", ["-c", script, ChildProcess.path(of: "SignalProbe")] + options,
      descriptors: [1: self.output.write, 5: trace.write, 6: commands.read])
    for descriptor in [trace.write, commands.read, self.output.write] {
      close(descriptor)
    }

    self.trace = LineReader(trace.read)
    self.commands = FileHandle(fileDescriptor: commands.write, closeOnDealloc: true)
    try await self.trace.wait(for: "ready")
  }

  /// Closes the reading end of its output, and waits until no child that another test starts has it
  /// anymore.
  func closeReader() async throws {
    close(output.read)
    try await waitUntil("no reader is left") {
      var request = pollfd(fd: writer.fileDescriptor, events: 0, revents: 0)
      return poll(&request, 1, 0) == 1
    }
  }

  func tell(_ command: ProbeCommand) throws {
    try commands.write(contentsOf: Data("\(command.rawValue)\n".utf8))
  }
}
