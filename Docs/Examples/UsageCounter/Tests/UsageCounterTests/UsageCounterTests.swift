import Foundation
import LifecycleBus
import Testing

@testable import UsageCounter

@MainActor
@Suite("The usage counter")
struct UsageCounterTests {
  /// What a counter has sent.
  final class Sent {
    var batches: [[String: Int]] = []
    var failures = 0

    func send(_ batch: [String: Int]) throws {
      if failures > 0 {
        failures -= 1
        throw CancellationError()
      }
      batches.append(batch)
    }
  }

  let center = NotificationCenter()
  let sent = Sent()

  func mediator(
    _ policy: AppLifecycleMediator.Policy = .balanced, state: AppLifecycleState = .notRunning
  ) -> AppLifecycleMediator {
    AppLifecycleMediator(policy: policy, notificationCenter: center, initialState: state)
  }

  func counter(in mediator: AppLifecycleMediator) -> UsageCounter {
    UsageCounter(mediator: mediator) { [sent] in try sent.send($0) }
  }

  func play(_ scenario: AppLifecycleScenario, in mediator: AppLifecycleMediator) async {
    scenario.play(on: center)
    await mediator.waitForHolds(upTo: .seconds(60))
  }

  @Test(
    "made before or after the launch, it counts one launch and one visit", arguments: [false, true])
  func launch(isLate: Bool) async {
    let app = mediator()
    if isLate {
      AppLifecycleScenario.coldLaunchWithScenes.play(on: center)
    }
    let usage = counter(in: app)
    if !isLate {
      AppLifecycleScenario.coldLaunchWithScenes.play(on: center)
    }

    usage.count("search")
    await play(.interruption, in: app)
    await play(.toBackground, in: app)

    #expect(sent.batches == [["launch": 1, "search": 1, "visit": 1]])
  }

  @Test(
    "with a mediator of its own it counts the launch only if it knows the state",
    arguments: [
      (AppLifecycleState.active, ["launch": 1, "search": 1, "visit": 1]),
      (.notRunning, ["search": 1]),
    ])
  func ownMediator(state: AppLifecycleState, expected: [String: Int]) async {
    let own = mediator(state: state)
    let usage = counter(in: own)

    usage.count("search")
    await play(.terminatedInForeground, in: own)

    #expect(sent.batches == [expected])
  }

  @Test("a launch in the background is no visit")
  func backgroundLaunch() async {
    let app = mediator()
    let usage = counter(in: app)

    await play(.backgroundLaunch, in: app)
    #expect(sent.batches == [["launch": 1]])

    await play(.toForeground, in: app)
    await play(.toBackground, in: app)
    #expect(sent.batches.last == ["visit": 1])
    withExtendedLifetime(usage) {}
  }

  @Test("Quit on a Mac sends, as posted and balanced", arguments: [true, false])
  func quit(isBalanced: Bool) async {
    let app = mediator(isBalanced ? .balanced : .asPosted)
    let usage = counter(in: app)

    usage.count("search")
    await play(.quitOnMac, in: app)

    #expect(sent.batches == [["search": 1]])
  }

  @Test("the app is not suspended before the counts are sent")
  func hold() async {
    let app = mediator()
    let usage = counter(in: app)
    usage.count("search")

    AppLifecycleScenario.toBackground.play(on: center)
    #expect(app.openHolds == ["UsageCounter"])

    await app.waitForHolds(upTo: .seconds(60))
    #expect(app.openHolds.isEmpty && sent.batches.count == 1)
  }

  @Test("counts that could not be sent are sent with the next ones")
  func failure() async {
    let app = mediator()
    let usage = counter(in: app)
    sent.failures = 1

    usage.count("search")
    await play(.toBackground, in: app)
    #expect(sent.batches.isEmpty)

    usage.count("search")
    await play(.toForeground, in: app)
    await play(.toBackground, in: app)
    #expect(sent.batches == [["search": 2, "visit": 1]])
  }

  @Test("a counter that is released leaves nothing in the app's mediator")
  func release() async {
    let app = mediator()
    var usage: UsageCounter? = counter(in: app)
    #expect(app.listenerCount == 1)

    usage?.count("search")
    usage = nil
    await play(.toBackground, in: app)

    #expect(app.listenerCount == 0 && sent.batches.isEmpty)
  }

  #if os(macOS) || os(Linux)
    @Test("in its host it counts a launch and two visits, and sends before the suspension")
    func host() throws {
      var folder = Bundle.main.bundleURL
      #if os(macOS)
        folder = Bundle(for: Sent.self).bundleURL.deletingLastPathComponent()
      #endif
      let process = Process()
      process.executableURL = folder.appending(path: "host")
      let output = Pipe()
      process.standardOutput = output

      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()

      #expect(process.terminationStatus == 0)
      let sent = String(decoding: data, as: UTF8.self).split(separator: "\n")
        .filter { $0.hasPrefix("sent: ") }
      #expect(sent == ["sent: launch 1, search 1, visit 1", "sent: search 2, visit 1"])
    }
  #endif
}
