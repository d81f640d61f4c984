import Foundation
import LifecycleBus
import TestSupport
import Testing

/// Any notification is delivered or ignored, and never stops the program.
@MainActor
@Suite("Notifications")
struct NotificationTests {
  private let bus = TestBus(policy: .balanced)
  private let object = NSObject()

  private func post(
    _ event: AppLifecycleEvent, object: Any? = nil, userInfo: [AnyHashable: Any]? = nil
  ) {
    guard let name = AppLifecycleVocabulary.current.name(for: event) else { return }
    bus.center.post(name: name, object: object, userInfo: userInfo)
  }

  @Test("object and userInfo are in the context as posted, and an added step has neither (27)")
  func context() {
    var contexts: [AppLifecycleContext] = []
    bus.attach("it") { contexts.append($0) }

    post(.didBecomeActive, object: object, userInfo: [1: "one", AnyHashable([1]): [2]])
    post(.willResignActive, object: "a value", userInfo: [:])
    post(.didEnterBackground)

    #expect(contexts.map { $0.userInfo?.count } == [nil, 2, 0, nil])
    #expect(contexts.map { $0.object == nil } == [true, false, false, true])
    #expect(contexts[1].object as AnyObject? === object)
    #expect(contexts[2].object as? String == "a value")
  }

  @Test("a replayed launch has both, its object only while it lives, and no other replay has (21)")
  func replayed() {
    var found: [String] = []
    func attach() {
      bus.attach("late", replay: .state) {
        found.append("\($0.event) \($0.object != nil) \($0.userInfo?.count ?? 0)")
      }
    }

    do {
      let application = NSObject()
      post(.didFinishLaunching, object: application, userInfo: ["url": "a:b"])
      post(.willEnterForeground, object: application, userInfo: ["other": 1])
      attach()
    }
    attach()

    #expect(
      found == [
        "didFinishLaunching true 1", "willEnterForeground false 0",
        "didFinishLaunching false 1", "willEnterForeground false 0",
      ])
  }

  @Test(
    "a name that only looks like one is ignored (33)",
    arguments: [
      "", "didBecomeActive", "UIApplicationDidBecomeActiveNotification ",
      "uiapplicationdidbecomeactivenotification", "UIApplicationDidBecomeActiveNotification\0",
      "UIApplicationDidBecomeActiveNotificatioń", "UISceneDidActivateNotification",
    ])
  func similar(name: String) {
    bus.attach("it")

    bus.center.post(name: Notification.Name(name), object: nil)

    #expect(bus.calls.isEmpty)
    #expect(bus.anomalies.isEmpty)
    #expect(bus.mediator.state == .notRunning)
  }

  @Test("two vocabularies on one center stay apart, and a mediator may observe both (33)")
  func vocabularies() {
    let mac = AppLifecycleMediator(vocabulary: .appKit, notificationCenter: bus.center)
    var heard: [AppLifecycleEvent] = []
    mac.on { heard.append($0.event) }

    let phone = TestBus(vocabulary: .uiKit)
    let workspace = NotificationCenter()
    phone.mediator.observe(workspace, vocabulary: .workspace)
    phone.attach("it")

    bus.center.post(.didBecomeActive, vocabulary: .appKit)
    bus.center.post(.willTerminate, vocabulary: .watchKit)
    phone.post(.didFinishLaunching)
    workspace.post(.systemWillSleep, vocabulary: .workspace)
    workspace.post(.didBecomeActive, vocabulary: .uiKit)
    phone.center.post(.systemDidWake, vocabulary: .workspace)

    #expect(heard == [.didBecomeActive])
    #expect(phone.calls == ["it.didFinishLaunching", "it.systemWillSleep"])
  }
}
