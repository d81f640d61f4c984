import Foundation
import LifecycleBus
import TestSupport
import Testing

/// Any notification is relayed or ignored, and never traps.
@MainActor
@Suite("Strange notifications")
struct StrangeNotificationTests {
  @Test("userInfo keys need not be strings (bad input)")
  func oddKeys() {
    #expect(userInfo(of: [1: "one", 2.5: 3, AnyHashable([1]): [2]]).count == 3)
  }

  @Test("a huge userInfo is delivered (bad input)")
  func huge() {
    let pairs = (0..<100_000).map { (AnyHashable($0), String(repeating: "x", count: 8) as Any) }
    #expect(userInfo(of: Dictionary(uniqueKeysWithValues: pairs)).count == 100_000)
  }

  @Test("an empty userInfo is not nil, and nil stays nil (bad input)")
  func emptyAndNil() {
    let bus = TestBus()
    var counts: [Int?] = []
    bus.attach("it") { counts.append($0.userInfo?.count) }
    bus.center.post(.didBecomeActive, userInfo: [:])
    bus.center.post(.didBecomeActive, userInfo: nil)
    #expect(counts == [0, nil])
  }

  @Test("malformed launch options are replayed unchanged (22, bad input)")
  func oddLaunchOptions() {
    let bus = TestBus()
    bus.center.post(.didFinishLaunching, userInfo: [0: NSObject()])
    var replayed: [Int?] = []
    bus.attach("late", replay: .launch) { replayed.append($0.userInfo?.count) }
    #expect(replayed == [1])
  }

  @Test("a notification with any object is relayed (bad input)")
  func foreignObjects() throws {
    let bus = TestBus()
    bus.attach("it")
    let name = try #require(AppLifecycleVocabulary.current.name(for: .didBecomeActive))
    bus.center.post(name: name, object: nil)
    bus.center.post(name: name, object: NSObject())
    bus.center.post(name: name, object: "a string")
    bus.center.post(name: name, object: bus.center)
    #expect(bus.calls.count == 4)
  }

  @Test(
    "a similar name is ignored (33, bad input)",
    arguments: [
      "", "didBecomeActive", "UIApplicationDidBecomeActive",
      "UIApplicationDidBecomeActiveNotification ", " UIApplicationDidBecomeActiveNotification",
      "uiapplicationdidbecomeactivenotification", "UIApplicationDidBecomeActiveNotification\0",
      "UIApplicationProtectedDataDidBecomeAvailableNotification",
      "UIApplicationDidBecomeActiveNotificatioń", "_UIApplicationDidBecomeActiveNotification",
    ])
  func lookalikes(name: String) {
    let bus = TestBus(policy: .lifecycle)
    bus.attach("it")
    bus.center.post(name: Notification.Name(name), object: nil)
    #expect(bus.calls.isEmpty)
    #expect(bus.anomalies.isEmpty)
  }

  @Test("many other names on the center change nothing (33)")
  func storm() {
    let bus = TestBus()
    bus.attach("it")
    for number in 0..<10_000 {
      bus.center.post(name: Notification.Name("Other\(number)"), object: nil)
    }
    bus.post(.didBecomeActive)
    #expect(bus.calls == ["it.didBecomeActive"])
  }

  private func userInfo(of posted: [AnyHashable: Any]) -> [AnyHashable: Any] {
    let bus = TestBus()
    var received: [AnyHashable: Any] = [:]
    bus.attach("it") { received = $0.userInfo ?? [:] }
    bus.center.post(.didBecomeActive, userInfo: posted)
    return received
  }
}
