import Foundation
import TestSupport
import Testing

@testable import LifecycleBusSignals

/// What `run` does with each kind of body and each kind of end.
@Suite("One door: run", .serialized, .timeLimit(.minutes(hangMinutes)))
struct RunTests {
  static let wayDown = ["willResignActive", "didEnterBackground", "willTerminate"]

  /// What follows the way down in the trace, and the status, after SIGTERM and after SIGINT.
  static let bodies: [(body: String, trace: [String], term: String, int: String)] = [
    ("wait", [], "exited 3", "died 2"),
    ("clean", ["cleaned up"], "exited 3", "died 2"),
    ("cancel", [], "died 15", "died 2"),
    ("error", [], "died 15", "died 2"),
    ("never", [], "died 15", "died 2"),
    ("hold", [], "died 15", "died 2"),
  ]

  @Test(
    "SIGTERM returns from a body that has returned, and what was cut off dies of its signal (75)",
    arguments: bodies, [SIGTERM, SIGINT])
  func signal(
    row: (body: String, trace: [String], term: String, int: String), signal: Int32
  ) async throws {
    let name = "\(ProcessSignal(rawValue: signal))"
    let isShort = ["never", "hold"].contains(row.body)
    let child = try await ChildProcess.probe([
      "--body", row.body, "--budget", isShort ? "300" : "30000", "--anomalies", "no",
    ])
    child.send(signal)
    let end = try await child.wait()
    #expect(end == (signal == SIGTERM ? row.term : row.int))
    let returns = end == "exited 3" ? ["ended SIGTERM terminal none"] : []
    #expect(
      child.output.all.dropFirst(4)
        == (Self.wayDown.map { "\($0) \(name)" } + row.trace + returns)[...]
    )
  }

  @Test(
    "a body that ends by itself goes the same way down; exit ends it there, and stop() silently",
    arguments: [
      ("return", wayDown + ["ended without a signal terminal none"], "exited 3"),
      ("throw", wayDown + ["error Mistake()"], "exited 8"), ("exit", [], "exited 7"),
      ("stop", ["ended without a signal terminal none"], "exited 3"),
    ])
  func byItself(body: String, last: [String], status: String) async throws {
    let child = try ChildProcess("SignalProbe", ["--body", body])
    #expect(try await child.wait() == status)
    #expect(child.output.all.dropFirst(4) == last[...])
  }

  @Test(
    "the exit policy decides after a signal",
    arguments: [
      ("return", "wait", SIGINT, "exited 3"), ("return", "error", SIGTERM, "exited 3"),
      ("7", "wait", SIGHUP, "exited 7"), ("7", "error", SIGTERM, "exited 7"),
      ("auto", "wait", SIGHUP, "died 1"),
    ])
  func policy(policy: String, body: String, signal: Int32, status: String) async throws {
    let child = try await ChildProcess.probe(["--exit", policy, "--body", body])
    child.send(signal)
    #expect(try await child.wait() == status)
    #expect(child.output.all.count { $0.hasPrefix("willTerminate") } == 1)
  }

  @Test("a signal between the handlers and the body's first line ends the app without the body")
  func early() async throws {
    let child = try ChildProcess("SignalProbe", ["--early", "yes", "--body", "wait"])
    // On a busy machine the signal thread may be too late. Then the body is cancelled at once.
    let end = try await child.wait()
    #expect(end == (child.output.all.contains("ready") ? "exited 3" : "died \(SIGTERM)"))
    let heard = child.output.all.filter { $0.hasSuffix(" SIGTERM") }
    #expect(heard == Self.wayDown.map { "\($0) SIGTERM" })
  }

  @Test("a second run and a second source are typed errors, also at the end of the first")
  func second() async throws {
    let child = try await ChildProcess.probe()
    for command in ["run", "start", "second"] {
      child.tell(command)
      let line = try await child.output.wait(for: "error").last ?? ""
      #expect(line.contains("Another signal source has the signals of this process"))
    }
    #expect(try await child.ping() == "pong active terminal none")
  }

  @Test("the holds come first; a body that returns during the way down is waited for with them")
  func returnsMeanwhile() async throws {
    let child = try await ChildProcess.probe(["--body", "gate", "--budget", "endless"])
    try await child.hold()
    child.send(SIGTERM)
    try await child.output.wait(for: "willTerminate")
    child.tell("return")
    #expect(try await child.ping() == "pong terminated terminal none")
    child.tell("release")
    #expect(try await child.wait() == "exited 3")
    #expect(!child.output.all.contains("expired"))
  }

  @Test("the budget goes on when run has returned: what main prints finds no reader")
  func afterRun() async throws {
    let probe = try PipedProbe(["--budget", "300", "--print", "yes"])
    try await probe.lines.wait(for: "ready")
    probe.child.send(SIGTERM)
    #expect(try await probe.child.end.wait(for: "").last == "died \(SIGTERM)")
    try await probe.lines.waitForEnd()
    #expect(probe.lines.all.last == "ended SIGTERM terminal none")
    close(probe.output.read)
  }

  /// The moments of an ending that matter.
  enum Moment: String, CaseIterable {
    case afterReady, asTheBodyReturns, afterExec, duringAHold, withResume, behindResume

    /// In microseconds.
    var step: UInt32 {
      switch self {
      case .afterReady: 0
      case .asTheBodyReturns: 20
      case .afterExec: 1_000
      case .duringAHold: 2_000
      case .withResume, .behindResume: 100
      }
    }
  }

  @Test(
    "at each moment the end is in order, and a loop of jobs finishes the job in hand",
    arguments: Moment.allCases)
  func stress(moment: Moment) async throws {
    for round in 0..<Rounds.count(3) {
      let body = [.asTheBodyReturns: "gate", .duringAHold: "jobs"][moment] ?? "clean"
      let child = try ChildProcess("SignalProbe", ["--body", body])
      if moment != .afterExec { try await child.output.wait(for: "ready") }
      switch moment {
      case .afterReady, .afterExec: break
      case .asTheBodyReturns: child.tell("return")
      case .duringAHold: try await child.output.wait(for: "job begins")
      case .withResume: child.send(SIGTERM)
      case .behindResume: child.send(SIGCONT)
      }
      // The moment is what is tried, and nothing tells of it: so a pause that each round makes longer.
      usleep(moment.step * UInt32(round % 50))
      child.send(moment == .withResume ? SIGCONT : SIGTERM)
      let end = try await child.wait()
      let lines = child.output.all
      let isBeforeOrAfter = moment == .asTheBodyReturns || moment == .afterExec
      #expect(end == "exited 3" || isBeforeOrAfter && end == "died 15", "\(lines)")
      let ends = lines.count { $0.hasPrefix("willTerminate") }
      #expect(ends == 1 || isBeforeOrAfter && ends == 0 && end == "died 15", "\(lines)")
      #expect(body != "jobs" || lines.suffix(2).first == "job ends")
      #expect(body != "clean" || end == "died 15" || lines.contains("cleaned up"))
    }
  }
}
