import Foundation
import TestSupport
import Testing

@Suite("The sample of the README, under a shell with job control", .serialized)
struct SignalSampleTests {
  @Test("it prints what the README says on Ctrl-Z, fg and kill")
  func sample() async throws {
    let job = try await Job("SignalSample", [])
    try await job.screen.wait(for: "didBecomeActive")
    job.press("\u{1A}")
    try await job.news.wait(for: "stopped \(SIGTSTP)")
    job.shell("fg")
    try await job.screen.wait(for: "didBecomeActive")
    job.send(SIGTERM)
    try await job.screen.wait(for: "main goes on")
    #expect(try await job.news.wait(for: "exited").last == "exited 0")
    // The terminal shows the key that was pressed.
    let lines = job.screen.all.map { $0.replacingOccurrences(of: "^Z", with: "") }
    #expect(
      lines == [
        "didFinishLaunching", "willEnterForeground", "didBecomeActive", "willResignActive",
        "didEnterBackground", "willEnterForeground", "didBecomeActive", "willResignActive",
        "didEnterBackground", "willTerminate", "main goes on",
      ])
  }

  @Test("Ctrl-C ends it in order, and a loop of the shell that runs it")
  func loop() async throws {
    let job = try await Job("/bin/sh", ["-c", "while true; do '\(Self.sample)'; echo again; done"])
    try await job.screen.wait(for: "didBecomeActive")
    job.press("\u{3}")
    try await job.screen.wait(for: "main goes on")
    #expect(try await job.news.wait(for: "died").last == "died \(SIGINT)")
    #expect(!job.screen.all.contains("again"))
  }

  private static let sample = ChildProcess.path(of: "SignalSample")

  /// The samples of the pages, and what each shows when it is ready.
  static let programs = [
    ("SignalSample", "didBecomeActive"), ("LineSample", "you typed: one"),
    ("FullScreenSample", "ready"), ("journal", "1  one"),
  ]

  @Test("no sample crashes when its terminal goes", arguments: programs)
  func closedTerminal(program: String, sign: String) async throws {
    let terminal = try PseudoTerminal()
    let line = open(terminal.path, O_RDWR | O_NOCTTY)
    let child = try start(program, descriptors: [0: line, 1: line, 2: line])
    close(line)
    try await terminal.close(after: sign, pressing: "one\n")
    child.send(SIGHUP)
    // For one that reads lines the terminal has ended already.
    #expect(["exited 0", "died \(SIGHUP)"].contains(try await child.end.wait(for: "").last))
  }

  @Test(
    "no sample crashes when the reader of its output goes",
    .enabled(if: SystemPaths.processStatus != nil), arguments: programs.map(\.0))
  func closedReader(program: String) async throws {
    let output = try ChannelEnds()
    let child = try start(program, descriptors: [1: output.write, 2: output.write])
    close(output.write)
    // What it prints may stay in its buffer until the end, so its handler is the sign.
    while !Self.handlesTermination(child.pid) { try await Task.sleep(for: .milliseconds(1)) }
    child.tell("one")
    close(output.read)
    child.send(SIGTERM)
    #expect(["exited 0", "died \(SIGPIPE)"].contains(try await child.end.wait(for: "").last))
  }

  #if os(Linux)
    @Test("no sample crashes when the disk of its output is full", arguments: programs.map(\.0))
    func fullOutput(program: String) async throws {
      let full = open("/dev/full", O_WRONLY)
      let child = try start(program, descriptors: [1: full, 2: full])
      close(full)
      // Nothing that it prints arrives, so its handler is the sign.
      while !Self.handlesTermination(child.pid) { try await Task.sleep(for: .milliseconds(1)) }
      child.tell("one")
      child.send(SIGTERM)
      let end = try await child.end.wait(for: "").last
      // A line that comes as it ends may be cut off, and then its status says so (75).
      if program == "LineSample", end == "died \(SIGTERM)" { return }
      #expect(end == "exited 0")
    }
  #endif

  /// Whether the process has a handler for SIGTERM, by the system's own account.
  private static func handlesTermination(_ pid: Int32) -> Bool {
    let status = SystemPaths.processStatus.flatMap {
      try? String(
        contentsOfFile: $0.replacingOccurrences(of: "self", with: "\(pid)"), encoding: .utf8)
    }
    let caught = status?.firstMatch(of: /SigCgt:\s*([0-9a-f]+)/).flatMap { UInt64($0.1, radix: 16) }
    return (caught ?? 0) & 1 << UInt64(SIGTERM - 1) != 0
  }

  private func start(_ program: String, descriptors: [Int32: Int32]) throws -> ChildProcess {
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_STATE_HOME"] =
      TestFiles.folder.appendingPathComponent("samples-\(UUID())").path
    return try ChildProcess(program, [], environment: environment, descriptors: descriptors)
  }
}
