import Foundation
import TestSupport
import Testing

@testable import LifecycleBus
@testable import LifecycleBusSignals

/// What controls the process decides, and not where its input comes from.
@Suite("A terminal, however the tool is used", .serialized, .timeLimit(.minutes(hangMinutes)))
struct TerminalMatrixTests {
  /// Behind the program's name, for the shell that starts it.
  static let uses = [
    "", "< /dev/null", "> /dev/null", "< /dev/null > /dev/null",
    "< /dev/null > /dev/null 2> /dev/null",
  ]

  enum End: CaseIterable { case controlC, controlZ, termination, hangup }

  @Test(
    "Ctrl-C, Ctrl-Z and fg, SIGTERM and SIGHUP are heard, and their status told (S5)",
    arguments: uses, End.allCases)
  func heard(use: String, end: End) async throws {
    let job = try await start(use)
    switch end {
    case .controlC: job.press("\u{3}")
    case .controlZ:
      try await job.stop()
      job.shell("fg")
      let stop = try await job.trace.wait(for: "didBecomeActive")
      #expect(stop == JobControlTests.down + JobControlTests.up)
      job.send(SIGTERM)
    case .termination: job.send(SIGTERM)
    case .hangup: job.send(SIGHUP)
    }
    let (name, status) =
      switch end {
      case .controlC: ("SIGINT", "died 2")
      case .controlZ, .termination: ("SIGTERM", "exited 3")
      case .hangup: ("SIGHUP", "died 1")
      }
    let events = RunTests.wayDown.map { "\($0) \(name)" }
    #expect(try await job.trace.wait(for: "willTerminate") == events)
    #expect(try await job.news.wait { $0 == "exited 3" || $0.hasPrefix("died") }.last == status)
  }

  @Test(
    "in a pipeline each member hears Ctrl-Z and fg, and the source stops its own process alone")
  func pipeline() async throws {
    let job = try await Job(
      "/bin/sh", ["-c", "sleep 1000 | '\(Self.probe)' --trace 3 --commands 4 | cat"])
    try await job.trace.wait(for: "ready")
    try await job.stop()
    #expect(try await job.trace.wait(for: "didEnterBackground") == JobControlTests.down)
    job.shell("fg")
    #expect(try await job.trace.wait(for: "didBecomeActive") == JobControlTests.up)
    job.press("\u{3}")
    try await job.trace.wait(for: "willTerminate SIGINT")
  }

  @Test("SIGTSTP that is sent to the source alone stops nobody else in its group")
  func stopsItselfAlone() async throws {
    let job = try await Job("/bin/sh", ["-c", "'\(Self.probe)' --trace 3 --commands 4 & wait"])
    try await job.trace.wait(for: "ready")
    let tool = try #require(job.firstChild)
    ChildProcess.send(SIGTSTP, to: tool)
    try await job.trace.wait(for: "didEnterBackground")
    while try !Self.isStopped(tool) { try await Task.sleep(for: .milliseconds(1)) }
    #expect(try !Self.isStopped(job.pid))
    ChildProcess.send(SIGCONT, to: tool)
    #expect(try await job.trace.wait(for: "didBecomeActive") == JobControlTests.up)
  }

  private static func isStopped(_ pid: Int32) throws -> Bool {
    try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
      .split(separator: ")").last?.hasPrefix(" T") == true
  }

  private static let probe = ChildProcess.path(of: "SignalProbe")

  private func start(_ use: String) async throws -> Job {
    let job = try await Job(
      "/bin/sh", ["-c", "exec '\(Self.probe)' --trace 3 --commands 4 \(use)"])
    try await job.trace.wait(for: "ready")
    return job
  }

  // MARK: A child in front

  @Test(
    "a child in front has Ctrl-C and Ctrl-\\ for itself, and the listeners go to the background")
  func child() async throws {
    let job = try await start("")
    job.tell("child")
    #expect(
      try await job.trace.wait(for: "child begins")
        == ["willResignActive", "didEnterBackground", "child begins"])
    job.press("\u{3}\u{1C}")
    try await job.stop()
    job.shell("fg")
    job.tell("ping")
    #expect(try await job.trace.wait(for: "pong") == ["pong background terminal foreground"])
    job.tell("over")
    #expect(
      try await job.trace.wait(for: "child is over")
        == ["child ends", "willEnterForeground", "didBecomeActive", "child is over"])
    job.press("\u{3}")
    #expect(try await job.news.wait(for: "died").last == "died \(SIGINT)")
  }

  @Test("before the start a child in front has the keys too, and gives them back")
  func childBeforeTheStart() async {
    await #expect(processExitsWith: .signal(SIGINT)) { @MainActor in
      let source = ProcessSignalSource(mediator: AppLifecycleMediator())
      let quit = SignalSystem.currentAction(on: .quit)
      await source.withChildInFront {
        await source.withChildInFront {}
        ProcessSignalSource.withUnblockedSignals { for key in [SIGINT, SIGQUIT] { raise(key) } }
      }
      let after = SignalSystem.currentAction(on: .quit)
      let handlers = [quit, after].map { unsafeBitCast($0.handler, to: Int.self) }
      precondition(handlers[0] == handlers[1], "Ctrl-\\ was not given back.")
      ProcessSignalSource.withUnblockedSignals { _ = raise(SIGINT) }
    }
  }
}

extension Job {
  /// The process that the job has started first.
  var firstChild: Int32? {
    let children = try? String(
      contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
    return children?.split(separator: " ").first.flatMap { Int32($0) }
  }
}
