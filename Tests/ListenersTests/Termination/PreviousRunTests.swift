import Foundation
import LifecycleBus
import LifecycleBusSignals
import Testing

@testable import Listeners

@Suite("How a run ended")
struct PreviousRunTests {
  private static let here = RunEnvironment(
    boot: .identifier("a"), appVersion: "1", systemVersion: "os 1",
    now: { Date(timeIntervalSince1970: 1_000) })

  private func record(
    _ state: AppLifecycleState, wasInForeground: Bool = true,
    boot: BootIdentity? = .identifier("a"),
    app: String? = "1", system: String = "os 1"
  ) -> RunRecord {
    var record = RunRecord(
      environment: RunEnvironment(boot: boot, appVersion: app, systemVersion: system))
    record.state = state
    record.wasInForeground = wasInForeground
    return record
  }

  private func ending(_ last: RunRecord?) -> PreviousRun.Ending {
    PreviousRun(record: last, now: RunRecord(environment: Self.here)).ending
  }

  @Test("no record is a first launch")
  func firstLaunch() {
    #expect(ending(nil) == .firstLaunch)
  }

  @Test("an orderly end is clean, also before an update or a reboot")
  func clean() {
    #expect(ending(record(.terminated)) == .clean)
    #expect(
      ending(record(.terminated, boot: .identifier("b"), app: "0", system: "os 0")) == .clean)
  }

  @Test(
    "an end that is not in order is named by its state",
    arguments: [
      (AppLifecycleState.active, true, PreviousRun.Ending.inForeground),
      (.inactive, true, .inForeground), (.background, true, .inBackground),
      (.background, false, .inBackground), (.inactive, false, .beforeForeground),
      (.notRunning, false, .beforeForeground),
    ])
  func state(state: AppLifecycleState, wasInForeground: Bool, expected: PreviousRun.Ending) {
    #expect(ending(record(state, wasInForeground: wasInForeground)) == expected)
  }

  @Test("what may be a crash is an end in the foreground or before it, and nothing else")
  func crashes() {
    let error = ListenerFileError(code: .unreadable, path: "/", sentence: "")
    let endings: [PreviousRun.Ending] = [
      .firstLaunch, .clean, .exited, .inForeground, .inBackground, .beforeForeground,
      .underDebugger, .appUpdate(from: "0", to: "1"), .systemUpdate(from: "0", to: "1"), .reboot,
      .stillRunning, .unknown(error),
    ]
    #expect(endings.filter(\.mayBeCrash) == [.inForeground, .beforeForeground])
  }

  @Test("the sentence of an update has both versions")
  func updateSentences() {
    let now = RunRecord(environment: Self.here)
    #expect(
      PreviousRun(record: record(.active, app: "0"), now: now).description
        == "The last run was ended, most likely by an update of the app, from 0 to 1.")
    #expect(
      PreviousRun(record: record(.active, system: "os 0"), now: now).description
        == "The last run was ended, most likely by an update of the system, from os 0 to os 1.")
  }

  @Test("an update or a reboot is named before the state", arguments: [true, false])
  func explained(isActive: Bool) {
    let state = isActive ? AppLifecycleState.active : .background
    let reboot = BootIdentity.identifier("b")
    #expect(ending(record(state, boot: reboot)) == .reboot)
    #expect(ending(record(state, app: "0")) == .appUpdate(from: "0", to: "1"))
    #expect(ending(record(state, system: "os 0")) == .systemUpdate(from: "os 0", to: "os 1"))
    #expect(
      ending(record(state, boot: reboot, app: "0", system: "os 0"))
        == .systemUpdate(from: "os 0", to: "os 1"))
    #expect(ending(record(state, boot: reboot, app: "0")) == .appUpdate(from: "0", to: "1"))
  }

  @Test("an unknown boot, or one of another kind, is not a reboot")
  func unknownBoot() {
    #expect(ending(record(.active, boot: nil)) == .inForeground)
    #expect(ending(record(.active, boot: .time(5))) == .inForeground)
  }

  @Test("a version that is unknown in one run is no update", arguments: [nil, "1"])
  func unknownVersion(app: String?) {
    let now = RunRecord(
      environment: RunEnvironment(
        boot: .identifier("a"), appVersion: app == nil ? "1" : nil, systemVersion: "os 1"))
    #expect(PreviousRun(record: record(.active, app: app), now: now).ending == .inForeground)
  }

  @Test("an exit and a debugger's stop are no crashes, and an update is named before a debugger")
  func exitAndDebugger() {
    var exited = record(.active)
    exited.hasExited = true
    #expect(ending(exited) == .exited)
    var debugged = record(.active)
    debugged.wasDebugged = true
    #expect(ending(debugged) == .underDebugger)
    debugged.appVersion = "0"
    #expect(ending(debugged) == .appUpdate(from: "0", to: "1"))
    debugged.state = .terminated
    #expect(ending(debugged) == .clean)
  }

  @Test("of several ended runs the one that matters most is reported, and of equal ones the latest")
  func several() {
    func run(_ state: AppLifecycleState, _ seconds: TimeInterval) -> PreviousRun {
      var last = record(state)
      last.lastChange = Date(timeIntervalSince1970: seconds)
      return PreviousRun(record: last, now: RunRecord(environment: Self.here))
    }
    let runs = [run(.terminated, 9), run(.active, 1), run(.active, 2), run(.background, 8)]
    for ended in [runs, runs.reversed()] {
      #expect(PreviousRun(ended: ended, living: []) == runs[2])
    }
    let clean = PreviousRun(ended: [runs[0]], living: [record(.active)])
    #expect(clean.ending == .clean)
    #expect(PreviousRun(ended: [], living: [record(.active)]).ending == .stillRunning)
    #expect(PreviousRun(ended: [], living: []).ending == .firstLaunch)
  }

  @Test(
    "a tracer in the process's status is a debugger",
    arguments: [
      ("Name:\tx\nTracerPid:\t0\nUid:\t1\n", false), ("Name:\tx\nTracerPid:\t4107\n", true),
      ("", false), ("TracerPid:", false), ("Uid:\t1", false),
      // A text that was read in part.
      ("TracerPid:\t4107\nGroups:\t1000 10", true),
    ])
  func debuggerStatus(text: String, isAttached: Bool) {
    #expect(DebuggerCheck.isAttached(status: Array(text.utf8)) == isAttached)
  }

  @Test(
    "a boot time that moved with the clock is no reboot, one after the run is",
    arguments: [
      (100, 100, false), (100, 130, false), (130, 100, false), (100, 131, false),
      (100, 400, false), (400, 100, false), (100, 501, true), (490, 501, false),
      (Int.min, Int.max, true), (Int.max, Int.min, false),
    ])
  func bootTimes(last: Int, now: Int, isReboot: Bool) {
    let lastChange = Date(timeIntervalSince1970: 500)
    #expect(
      BootIdentity.time(now).isReboot(since: .time(last), lastChange: lastChange) == isReboot)
  }

  #if os(Linux)
    @Test("the system reports one boot identity, the same each time")
    func systemBoot() throws {
      let boot = try #require(BootIdentity.current)
      #expect(boot == BootIdentity.current)
      guard case .identifier(let text) = boot else {
        Issue.record("\(boot)")
        return
      }
      #expect(UUID(uuidString: text) != nil)
    }
  #endif
}
