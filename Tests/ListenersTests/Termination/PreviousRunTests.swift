import Foundation
import LifecycleBus
import Testing

@testable import Listeners

@Suite("How a run ended")
struct PreviousRunTests {
  private static let now = RunRecord(environment: environment(app: "1"))

  private static func environment(
    boot: BootIdentity? = .identifier("a"), app: String?, system: String = "os 1"
  ) -> RunEnvironment {
    RunEnvironment(
      boot: boot, appVersion: app, systemVersion: system,
      now: { Date(timeIntervalSince1970: 1_000) })
  }

  private static func record(
    _ state: AppLifecycleState, wasInForeground: Bool = true,
    boot: BootIdentity? = .identifier("a"), app: String? = "1", system: String = "os 1",
    hasExited: Bool = false, wasDebugged: Bool = false
  ) -> RunRecord {
    var record = RunRecord(environment: environment(boot: boot, app: app, system: system))
    (record.state, record.wasInForeground) = (state, wasInForeground)
    (record.hasExited, record.wasDebugged) = (hasExited, wasDebugged)
    return record
  }

  typealias Case = (rule: String, record: RunRecord?, ending: PreviousRun.Ending)

  private static let reboot = BootIdentity.identifier("b")

  private static let endings: [Case] = [
    ("no record is a first launch", nil, .firstLaunch),
    ("an orderly end is clean", record(.terminated), .clean),
    (
      "also before an update or a reboot",
      record(.terminated, boot: reboot, app: "0", system: "os 0"), .clean
    ),
    ("the state names another end", record(.active), .inForeground),
    ("the state names another end", record(.inactive), .inForeground),
    ("the state names another end", record(.background), .inBackground),
    ("never seen", record(.background, wasInForeground: false), .inBackground),
    ("never seen", record(.inactive, wasInForeground: false), .beforeForeground),
    ("never seen", record(.notRunning, wasInForeground: false), .beforeForeground),
    ("an unknown boot is no reboot", record(.active, boot: nil), .inForeground),
    ("a boot of another kind is no reboot", record(.active, boot: .time(5)), .inForeground),
    ("an unknown version is no update", record(.active, app: nil), .inForeground),
    ("an exit is no crash", record(.active, hasExited: true), .exited),
    ("a debugger's stop is no crash", record(.active, wasDebugged: true), .underDebugger),
    (
      "an update is named before a debugger", record(.active, app: "0", wasDebugged: true),
      .appUpdate(from: "0", to: "1")
    ),
    (
      "an orderly end is clean, also with one", record(.terminated, app: "0", wasDebugged: true),
      .clean
    ),
  ]

  /// An update or a reboot is named before the state.
  private static let explained: [Case] = [AppLifecycleState.active, .background].flatMap {
    [
      ("a reboot", record($0, boot: reboot), .reboot),
      ("an update", record($0, app: "0"), .appUpdate(from: "0", to: "1")),
      ("a system's", record($0, system: "os 0"), .systemUpdate(from: "os 0", to: "os 1")),
      (
        "the system first", record($0, boot: reboot, app: "0", system: "os 0"),
        .systemUpdate(from: "os 0", to: "os 1")
      ),
      ("with a reboot", record($0, boot: reboot, app: "0"), .appUpdate(from: "0", to: "1")),
    ]
  }

  @Test("the record of a run tells how it ended", arguments: endings + explained)
  func ending(of run: Case) {
    let found = PreviousRun(record: run.record, now: Self.now)
    #expect(found.ending == run.ending, "\(run.rule)")
    switch found.ending {
    case .appUpdate(let old, let new), .systemUpdate(let old, let new):
      #expect(found.description.hasSuffix(" from \(old) to \(new)."))
    default: break
    }
  }

  @Test("a version that is unknown now is no update")
  func unknownVersion() {
    let now = RunRecord(environment: Self.environment(app: nil))
    #expect(PreviousRun(record: Self.record(.active), now: now).ending == .inForeground)
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

  @Test("of several ended runs the one that matters most is reported, and of equal ones the latest")
  func several() {
    func run(_ state: AppLifecycleState, _ seconds: TimeInterval) -> PreviousRun {
      var last = Self.record(state)
      last.lastChange = Date(timeIntervalSince1970: seconds)
      return PreviousRun(record: last, now: Self.now)
    }
    let runs = [run(.terminated, 9), run(.active, 1), run(.active, 2), run(.background, 8)]
    for ended in [runs, runs.reversed()] {
      #expect(PreviousRun(ended: ended, living: []) == runs[2])
    }
    let clean = PreviousRun(ended: [runs[0]], living: [Self.record(.active)])
    #expect(clean.ending == .clean)
    #expect(PreviousRun(ended: [], living: [Self.record(.active)]).ending == .stillRunning)
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
    #expect(BootIdentity.time(now).isReboot(since: .time(last), lastChange: lastChange) == isReboot)
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
