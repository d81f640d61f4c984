import Foundation
import TestSupport
import Testing

@testable import LifecycleBusSignals

/// Launch, body, end: in this order, also when listeners and holds take their time.
@Suite(
  "The order of run", .serialized, .timeLimit(.minutes(hangMinutes)),
  .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)))
struct EndOrderTests {
  @Test("the body begins when the async listeners have launched (80)")
  func slowLaunch() async throws {
    let child = try ChildProcess(
      "SignalProbe", ["--body", "\(ProbeBody.returnsWhenTold)", "--launch-slowly"])
    try await child.output.wait(for: "didBecomeActive")
    #expect(try await child.ping() == "pong active")

    child.tell(.endLaunch)
    try await child.output.wait(for: "ready")
    child.tell(.returnFromBody)

    #expect(try await child.wait() == "exited 3")
    let afterPong = child.output.all.drop { !$0.hasPrefix("pong") }.dropFirst()
    #expect(afterPong.prefix(2) == ["launched", "ready"])
  }

  @Test("a signal during the launch waits for the listeners, and the body is not called (80)")
  func endedDuringTheLaunch() async throws {
    let child = try ChildProcess("SignalProbe", ["--launch-slowly", "--budget", "endless"])
    try await child.output.wait(for: "didBecomeActive")

    child.send(SIGTERM)
    try await child.output.wait(for: "didEnterBackground")
    #expect(try await child.ping() == "pong background")
    child.tell(.endLaunch)

    #expect(try await child.wait() == "died \(SIGTERM)")
    #expect(!child.output.all.contains("ready"))
    #expect(child.output.all.suffix(2) == ["launched", "willTerminate SIGTERM"])
  }

  @Test("a body that ends by itself while a hold expires makes run throw (80)")
  func cutOff() async throws {
    let child = try ChildProcess(
      "SignalProbe",
      ["--body", "\(ProbeBody.leavesAHold)", "--budget", "200", "--no-anomalies"])

    #expect(try await child.wait() == "exited 8")
    let last = child.output.all.suffix(2)
    #expect(last.first == "willTerminate")
    #expect(last.last?.hasPrefix("error The program's work was cut off") == true)
  }

  @Test("an end begins with its hooks, before the first event, and a late hook is called at once")
  func hooks() async throws {
    let child = try await ChildProcess.probe(.returnsWhenCancelled, ["--trace-ending"])

    child.send(SIGTERM)

    #expect(try await child.wait() == "exited 3")
    let end = ["ending active true", "ending, late"]
    let events = RunTests.wayDown.map { "\($0) SIGTERM" }
    #expect(child.output.all == RunTests.launch + end + events + ["ended SIGTERM"])
  }

  @Test("a body that ends by itself calls the hooks too, and Ctrl-Z calls none")
  func hooksWithoutSignal() async throws {
    let job = try await Job.probe(.returnsWhenTold, ["--trace-ending"])

    try await job.stop()
    job.shell(.fg)
    try await job.trace.wait(for: "didBecomeActive")
    #expect(!job.trace.all.contains { $0.hasPrefix("ending") })
    job.tell(.returnFromBody)

    try await job.trace.wait(for: "ending active true")
    #expect(try await job.changes.wait(for: "exited").last == "exited 3")
  }

  @Test("a hold of a listener is waited for before the child comes to the front")
  func childWaits() async throws {
    let child = try await ChildProcess.probe(.returnsWhenCancelled, ["--hold-in-background"])

    child.tell(.putChildInFront)
    try await child.output.wait(for: "didEnterBackground")
    #expect(try await child.ping() == "pong background")
    #expect(!child.output.all.contains("child begins"))

    child.tell(.releaseHolds)
    try await child.output.wait(for: "child begins")
    child.tell(.endChild)
    try await child.output.wait(for: "child is over")
  }

  @Test("a program that has a hold open already does not wait for it before the child")
  func childDoesNotWait() async throws {
    let child = try await ChildProcess.probe()
    child.tell(.openHold)

    child.tell(.putChildInFront)

    try await child.output.wait(for: "child begins")
  }

  @Test("a job in the background uses no processor")
  func idle() async throws {
    let job = try await Job.probe()
    try await job.stop()
    job.shell(.bg)
    try await job.changes.wait(for: "continued")

    job.tell(.measureIdling)

    #expect(try await job.trace.wait(for: "idle").last == "idle true")
  }

  @Test(
    "an end by a signal flushes what was printed into a pipe, by force too",
    arguments: [
      (.returnsWhenCancelled, "5000", SIGINT), (.blocksTheMainActor, "50", SIGTERM),
    ] as [(ProbeBody, String, Int32)])
  func flush(body: ProbeBody, budget: String, signal: Int32) async throws {
    let probe = try await PipedProbe(["--body", "\(body)", "--budget", budget, "--print-early"])
    let output = LineReader(probe.output.read)

    probe.child.send(signal)

    #expect(try await probe.child.end.wait(for: "").last == "died \(signal)")
    try await output.wait(for: "printed early")
  }
}
