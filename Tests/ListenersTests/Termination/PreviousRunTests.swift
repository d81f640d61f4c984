import Foundation
import LifecycleBus
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

  @Test("an update or a reboot is named before the state", arguments: [true, false])
  func explained(isActive: Bool) {
    let state = isActive ? AppLifecycleState.active : .background
    let reboot = BootIdentity.identifier("b")
    #expect(ending(record(state, boot: reboot)) == .reboot)
    #expect(ending(record(state, app: "0")) == .appUpdate(from: "0", to: "1"))
    #expect(ending(record(state, app: nil)) == .appUpdate(from: nil, to: "1"))
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

  @Test(
    "boot times within half a minute are one boot; no number overflows",
    arguments: [
      (100, 100, true), (100, 130, true), (130, 100, true), (100, 131, false),
      (Int.min, Int.max, false), (Int.max, Int.min, false),
    ])
  func bootTimes(one: Int, other: Int, isSame: Bool) {
    #expect(BootIdentity.time(one).isSameBoot(as: .time(other)) == isSame)
  }

  #if os(Linux)
    @Test("the system reports one boot identity, the same each time")
    func systemBoot() throws {
      let boot = try #require(SystemBoot.current)
      #expect(boot == SystemBoot.current)
      guard case .identifier(let text) = boot else {
        Issue.record("\(boot)")
        return
      }
      #expect(UUID(uuidString: text) != nil)
    }
  #endif
}
