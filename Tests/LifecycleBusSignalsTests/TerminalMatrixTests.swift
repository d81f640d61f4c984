import Foundation
import TestSupport
import Testing

@testable import LifecycleBus
@testable import LifecycleBusSignals

/// What controls the process decides, and not where its input comes from.
@Suite(
  "A terminal, however the tool is used", .serialized, .timeLimit(.minutes(hangMinutes)),
  .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)))
struct TerminalMatrixTests {
  /// Behind the program's name, for the shell that starts it.
  static let uses = [
    "", "< /dev/null", "> /dev/null", "< /dev/null > /dev/null",
    "< /dev/null > /dev/null 2> /dev/null",
  ]

  @Test("Ctrl-Z and fg stop and continue it, and it dies of Ctrl-C", arguments: uses)
  func keys(use: String) async throws {
    let job = try await start(use)

    try await job.stop()
    job.shell(.fg)

    let lines = try await job.trace.wait(for: "didBecomeActive")
    #expect(lines == JobControlTests.down + JobControlTests.up)

    job.press("\u{3}")
    #expect(
      try await job.trace.wait(for: "willTerminate") == RunTests.wayDown.map { "\($0) SIGINT" })
    #expect(try await job.changes.wait(for: "died").last == "died \(SIGINT)")
  }

  @Test(
    "in a pipeline each member hears Ctrl-Z and fg, and the source stops its own process alone")
  func pipeline() async throws {
    let job = try await Job(
      "/bin/sh", ["-c", "sleep 1000 | '\(Self.probe)' --trace 3 --commands 4 | cat"])
    try await job.trace.wait(for: "ready")

    try await job.stop()
    #expect(try await job.trace.wait(for: "didEnterBackground") == JobControlTests.down)

    job.shell(.fg)
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
    try await waitUntil("the stop of the tool") { try Self.isStopped(tool) }
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

    job.tell(.putChildInFront)
    #expect(
      try await job.trace.wait(for: "child begins")
        == ["willResignActive", "didEnterBackground", "child begins"])

    job.press("\u{3}\u{1C}")
    try await job.stop()
    job.shell(.fg)
    job.tell(.ping)
    #expect(try await job.trace.wait(for: "pong") == ["pong background"])

    job.tell(.endChild)
    #expect(
      try await job.trace.wait(for: "child is over")
        == ["child ends", "willEnterForeground", "didBecomeActive", "child is over"])

    job.press("\u{1C}")
    #expect(try await job.changes.wait(for: "died").last == "died \(SIGQUIT)")
  }

  @Test("a child that ends in the background leaves the app there until the shell calls it back")
  func childInBackground() async throws {
    let job = try await start("")
    job.tell(.putChildInFront)
    try await job.trace.wait(for: "child begins")
    try await job.stop()
    job.shell(.bg)
    try await job.changes.wait(for: "continued")
    // A second later the signal thread has nothing to wait for.
    job.tell(.measureIdling)
    try await job.trace.wait(for: "idle true")

    job.tell(.endChild)
    #expect(try await job.trace.wait(for: "child is over") == ["child ends", "child is over"])
    job.shell(.giveTerminal)

    #expect(try await job.trace.wait(for: "didBecomeActive") == JobControlTests.up)
  }

  @Test("it has Ctrl-C also where the source leaves that to the system, and gives it back")
  func keyOfTheSystem() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let source = ProcessSignalSource(
        mediator: AppLifecycleMediator(), configuration: .init(endingSignals: [.terminate]))

      await source.withChildInFront {
        ProcessSignalSource.withUnblockedSignals { _ = raise(SIGINT) }
      }

      precondition(SignalSystem.currentAction(on: .interrupt).handler == nil)
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
