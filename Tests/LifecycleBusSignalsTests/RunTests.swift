import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import LifecycleBusSignals

/// What `run` does with each kind of body and each kind of end.
@Suite(
  "One door: run", .serialized, .timeLimit(.minutes(hangMinutes)),
  .enabled(if: Sanitizer.current != .address, Comment(rawValue: Sanitizer.skipsPrograms)))
struct RunTests {
  static let launch = ["didFinishLaunching", "willEnterForeground", "didBecomeActive", "ready"]
  static let wayDown = ["willResignActive", "didEnterBackground", "willTerminate"]

  // MARK: A signal ends the app

  @Test(
    "SIGTERM returns from a body that has returned; one that was cut off, and SIGINT, kill (75)",
    arguments: [
      (.cleansUpWhenCancelled, SIGTERM, ["ended SIGTERM"], "exited 3"),
      (.throwsWhenCancelled, SIGTERM, [], "died 15"),
      (.cleansUpWhenCancelled, SIGINT, [], "died 2"),
      (.ignoresCancellation, SIGINT, [], "died 2"),
    ] as [(ProbeBody, Int32, [String], String)])
  func signal(
    body: ProbeBody, signal: Int32, last: [String], status: String
  ) async throws {
    let child = try await ChildProcess.probe(body, ["--budget", "endless"])

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
      ("7", .failsWhenCancelled, SIGTERM, "exited 7"),
    ] as [(String, ProbeBody, Int32, String)])
  func policy(policy: String, body: ProbeBody, signal: Int32, status: String) async throws {
    let child = try await ChildProcess.probe(body, ["--exit", policy])

    child.send(signal)

    #expect(try await child.wait() == status)
    #expect(child.output.all.count { $0.hasPrefix("willTerminate") } == 1)
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
    arguments: [.runAgain, .startSecondSource] as [ProbeCommand])
  func second(command: ProbeCommand) async throws {
    let child = try await ChildProcess.probe()

    child.tell(command)

    let line = try await child.output.wait(for: "error").last ?? ""
    #expect(line.contains("Another signal source has the signals of this process"))
    #expect(try await child.ping() == "pong active")
  }

  // MARK: Afterwards

  @Test(
    "when run has ended, nothing keeps the source, its mediator and a listener",
    arguments: RunEnd.allCases)
  func release(end: RunEnd) async {
    await #expect(processExitsWith: .success) { @MainActor [end] in
      exitIfItHangs()

      let remains = await runOnce(until: end)

      precondition(remains.source == nil, "The source is kept.")
      precondition(remains.mediator == nil, "The mediator is kept.")
      precondition(remains.listener == nil, "The listener is kept.")
    }
  }

  // MARK: Moments

  @Test("a signal in the moment in which the body returns is an end, once")
  func asTheBodyReturns() async throws {
    for round in 0..<Rounds.count(5) {
      let child = try await ChildProcess.probe(.returnsWhenTold)

      child.tell(.returnFromBody)
      // The moment is what is tried, and nothing tells of it.
      for _ in 0..<(round % 50) {
        await Task.yield()
      }
      child.send(SIGTERM)

      // It may come when `main` is over.
      let end = try await child.wait()
      #expect(["exited 3", "died \(SIGTERM)"].contains(end))
      #expect(child.output.all.count { $0.hasPrefix("willTerminate") } == 1)
    }
  }
}

enum RunEnd: String, CaseIterable, Codable {
  case returns, fails, signal
}

// MARK: In an exit test

/// What a run leaves behind.
private struct RunRemains {
  weak var source: ProcessSignalSource?
  weak var mediator: AppLifecycleMediator?
  weak var listener: (any AppLifecycleListener & AnyObject)?
}

/// A program with an action that keeps its source.
@MainActor
private func runOnce(until end: RunEnd) async -> RunRemains {
  final class Listener: AppLifecycleListener {}

  let listener = Listener()
  let mediator = AppLifecycleMediator(listeners: [listener], policy: .balanced)
  let source = ProcessSignalSource(
    mediator: mediator, configuration: .init(exitPolicy: .returnToMain))
  source.on(.user1) { source.stop() }

  _ = try? await source.run {
    switch end {
    case .returns:
      break
    case .fails:
      throw CancellationError()
    case .signal:
      kill(getpid(), SIGTERM)
      try await Task.sleep(for: .seconds(3_600))
    }
  }
  return RunRemains(source: source, mediator: mediator, listener: listener)
}
