import Foundation
import TestSupport
import Testing

@testable import LifecycleBusSignals

/// What `run` does with each kind of body and each kind of end.
@Suite(
  "One door: run", .serialized, .timeLimit(.minutes(hangMinutes)),
  .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)))
struct RunTests {
  static let launch = ["didFinishLaunching", "willEnterForeground", "didBecomeActive", "ready"]
  static let wayDown = ["willResignActive", "didEnterBackground", "willTerminate"]

  // MARK: A signal ends the app

  @Test(
    "SIGTERM returns from a body that has returned, and one that was cut off dies of it (75)",
    arguments: [
      (.returnsWhenCancelled, ["ended SIGTERM"], "exited 3"),
      (.cleansUpWhenCancelled, ["ended SIGTERM"], "exited 3"),
      (.throwsWhenCancelled, [], "died 15"),
      (.failsWhenCancelled, [], "died 15"),
      (.ignoresCancellation, [], "died 15"),
      (.holdsToItsEnd, [], "died 15"),
    ] as [(ProbeBody, [String], String)])
  func terminate(body: ProbeBody, last: [String], status: String) async throws {
    try await expect(body, SIGTERM, last: last, status)
  }

  @Test(
    "the process dies of SIGINT, whatever the body has done (75)",
    arguments: [
      .returnsWhenCancelled, .cleansUpWhenCancelled, .throwsWhenCancelled, .failsWhenCancelled,
      .ignoresCancellation, .holdsToItsEnd,
    ] as [ProbeBody])
  func interrupt(body: ProbeBody) async throws {
    try await expect(body, SIGINT, last: [], "died 2")
  }

  private func expect(
    _ body: ProbeBody, _ signal: Int32, last: [String], _ status: String
  ) async throws {
    // These two would take for ever.
    let isCutOff = body == .ignoresCancellation || body == .holdsToItsEnd
    // After a key nobody waits that long for a body.
    let isGivenUp = body == .ignoresCancellation && signal == SIGINT
    let budget = isCutOff && !isGivenUp ? "300" : "endless"
    let child = try await ChildProcess.probe(body, ["--budget", budget, "--no-anomalies"])

    child.send(signal)

    #expect(try await child.wait() == status)
    var lines = Self.wayDown.map { "\($0) \(ProcessSignal(rawValue: signal))" }
    if body == .cleansUpWhenCancelled {
      lines.insert("cleaned up", at: 2)
    }
    #expect(child.output.all == Self.launch + lines + last)
  }

  @Test(
    "the exit policy decides after a signal",
    arguments: [
      ("returnToMain", .returnsWhenCancelled, SIGINT, "exited 3"),
      ("returnToMain", .failsWhenCancelled, SIGTERM, "exited 3"),
      ("7", .returnsWhenCancelled, SIGHUP, "exited 7"),
      ("7", .failsWhenCancelled, SIGTERM, "exited 7"),
      ("automatic", .returnsWhenCancelled, SIGHUP, "died 1"),
    ] as [(String, ProbeBody, Int32, String)])
  func policy(policy: String, body: ProbeBody, signal: Int32, status: String) async throws {
    let child = try await ChildProcess.probe(body, ["--exit", policy])

    child.send(signal)

    #expect(try await child.wait() == status)
    #expect(child.output.all.count { $0.hasPrefix("willTerminate") } == 1)
  }

  @Test("a signal between the handlers and the body's first line ends the app without the body")
  func early() async throws {
    let child = try ChildProcess("SignalProbe", ["--terminate-early"])

    let end = try await child.wait()

    // On a busy machine the signal thread may be too late. Then the body is cancelled at once.
    let bodyHasBegun = child.output.all.contains("ready")
    #expect(end == (bodyHasBegun ? "exited 3" : "died \(SIGTERM)"))
    let heard = child.output.all.filter { $0.hasSuffix(" SIGTERM") }
    #expect(heard == Self.wayDown.map { "\($0) SIGTERM" })
  }

  @Test("a body that returns while the holds are waited for ends with them (84)")
  func returnsMeanwhile() async throws {
    let child = try await ChildProcess.probe(.returnsWhenTold, ["--budget", "endless"])
    child.tell(.openHold)
    _ = try await child.ping()

    child.send(SIGTERM)
    try await child.output.wait(for: "didEnterBackground")
    child.tell(.returnFromBody)
    #expect(try await child.ping() == "pong background")

    child.tell(.releaseHolds)
    #expect(try await child.wait() == "exited 3")
    #expect(!child.output.all.contains("expired"))
  }

  @Test("the budget goes on when run has returned: what main prints finds no reader")
  func afterRun() async throws {
    let probe = try await PipedProbe(["--budget", "300", "--print-megabyte"])

    probe.child.send(SIGTERM)

    #expect(try await probe.child.end.wait(for: "").last == "died \(SIGTERM)")
    try await probe.trace.waitForEnd()
    #expect(probe.trace.all.last == "ended SIGTERM")
    close(probe.output.read)
  }

  // MARK: No signal

  @Test(
    "a body that ends by itself goes the same way down, as far as exit or stop() let it",
    arguments: [
      (.returns, wayDown + ["ended without a signal"], "exited 3"),
      (.fails, wayDown + ["error Mistake()"], "exited 8"),
      (.exits, [], "exited 7"),
      (.stopsTheSource, ["ended without a signal"], "exited 3"),
    ] as [(ProbeBody, [String], String)])
  func byItself(body: ProbeBody, last: [String], status: String) async throws {
    let child = try ChildProcess("SignalProbe", ["--body", body.rawValue])

    #expect(try await child.wait() == status)

    #expect(child.output.all == Self.launch + last)
  }

  @Test(
    "a second run and a second source are typed errors",
    arguments: [.runAgain, .startAgain, .startSecondSource] as [ProbeCommand])
  func second(command: ProbeCommand) async throws {
    let child = try await ChildProcess.probe()

    child.tell(command)

    let line = try await child.output.wait(for: "error").last ?? ""
    #expect(line.contains("Another signal source has the signals of this process"))
    #expect(try await child.ping() == "pong active")
  }

  // MARK: Moments

  /// The moments of an ending that matter.
  enum Moment: CaseIterable {
    case afterReady, asTheBodyReturns, afterExec, duringAHold, withResume, behindResume

    var body: ProbeBody {
      switch self {
      case .asTheBodyReturns: .returnsWhenTold
      case .duringAHold: .doesJobs
      case .afterReady, .afterExec, .withResume, .behindResume: .cleansUpWhenCancelled
      }
    }

    /// By how much each round is later than the one before, in microseconds.
    var step: UInt32 {
      switch self {
      case .afterReady: 0
      case .asTheBodyReturns: 20
      case .afterExec: 1_000
      case .duringAHold: 2_000
      case .withResume, .behindResume: 100
      }
    }

    /// Whether the signal may come before the source has it, or when `main` is over.
    var mayMissTheSource: Bool { self == .asTheBodyReturns || self == .afterExec }
  }

  @Test(
    "at each moment the end is in order, and a loop of jobs finishes the job in hand",
    arguments: Moment.allCases)
  func stress(moment: Moment) async throws {
    for round in 0..<Rounds.count(3) {
      let child = try ChildProcess("SignalProbe", ["--body", moment.body.rawValue])

      try await end(child, at: moment, after: moment.step * UInt32(round % 50))

      let end = try await child.wait()
      expectOrder(child.output.all, end, moment)
    }
  }

  /// The moment is what is tried, and nothing tells of it: so there is a pause, which each round makes
  /// longer.
  private func end(
    _ child: ChildProcess, at moment: Moment, after microseconds: UInt32
  ) async throws {
    if moment != .afterExec {
      try await child.output.wait(for: "ready")
    }

    switch moment {
    case .afterReady, .afterExec:
      usleep(microseconds)
      child.send(SIGTERM)
    case .asTheBodyReturns:
      child.tell(.returnFromBody)
      usleep(microseconds)
      child.send(SIGTERM)
    case .duringAHold:
      try await child.output.wait(for: "job begins")
      usleep(microseconds)
      child.send(SIGTERM)
    case .withResume:
      child.send(SIGTERM)
      usleep(microseconds)
      child.send(SIGCONT)
    case .behindResume:
      child.send(SIGCONT)
      usleep(microseconds)
      child.send(SIGTERM)
    }
  }

  private func expectOrder(_ lines: [String], _ end: String, _ moment: Moment) {
    let ends = lines.count { $0.hasPrefix("willTerminate") }
    if moment.mayMissTheSource && end == "died \(SIGTERM)" {
      #expect(ends <= 1, "\(lines)")
      return
    }

    #expect(end == "exited 3", "\(lines)")
    #expect(ends == 1, "\(lines)")
    switch moment.body {
    case .doesJobs:
      #expect(lines.suffix(3).first == "job ends", "\(lines)")
    case .cleansUpWhenCancelled:
      #expect(lines.suffix(3).first == "cleaned up", "\(lines)")
    default:
      break
    }
  }
}
