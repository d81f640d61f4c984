import Foundation
import LifecycleBus
import LifecycleBusDelegates
import TestSupport
import Testing

@MainActor
@Suite("Requests of one scene")
struct SceneRequestTests {
  private let bus = TestBus()
  private let journal = Journal()
  private let left = NSObject()
  private let right = NSObject()

  /// Answers for one window, or for all.
  private final class Router: AppURLOpening, AppUserActivityContinuing, AppQuickActionPerforming,
    AppNotificationResponding
  {
    let name: String
    let journal: Journal
    let answersForScene: AppSceneID?

    init(_ name: String, _ scene: AnyObject?, _ journal: Journal) {
      self.name = name
      self.journal = journal
      answersForScene = scene.map(AppSceneID.init)
    }

    private func note(_ what: String, _ scene: AppSceneID?) {
      let isOwn = scene == nil ? "" : scene == answersForScene ? " for its scene" : " for a scene"
      journal.entries.append("\(name) \(what)\(isOwn)")
    }

    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
      note("open", options.scene)
      return true
    }
    func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer {
      note("continue", activity.scene)
      return .handled
    }
    func onAppWillContinueUserActivity(type: String) -> Bool {
      note("announce", nil)
      return true
    }
    func onAppDidFailToContinueUserActivity(type: String, error: any Error) { note("fail", nil) }
    func onAppDidUpdateUserActivity(_ activity: AppUserActivity) { note("update", activity.scene) }
    func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool {
      note("perform", action.scene)
      return true
    }
    func onAppReceiveNotificationResponse(_ response: AppNotificationResponse) async {
      note("tap", response.scene)
    }
  }

  init() {
    for (name, scene) in [("left", left), ("right", right), ("app", nil)] {
      bus.mediator.attach(Router(name, scene, journal))
    }
  }

  struct Failure: Error {}

  private func askAll(_ scene: AppSceneID?) async throws {
    bus.mediator.askToOpen(
      try #require(URL(string: "a://b")), options: AppURLOptions(scene: scene))
    _ = bus.mediator.askWhetherToContinueUserActivity(type: "read", scene: scene)
    var activity = AppUserActivity(activityType: "read")
    activity.scene = scene
    bus.mediator.askToContinue(activity)
    bus.mediator.ask((any AppUserActivityContinuing).self, in: scene) {
      $0.onAppDidUpdateUserActivity(activity)
    }
    bus.mediator.ask((any AppUserActivityContinuing).self, in: scene) {
      $0.onAppDidFailToContinueUserActivity(type: "read", error: Failure())
    }
    var action = AppQuickAction(type: "compose")
    action.scene = scene
    _ = await bus.mediator.askToPerform(action)
    var response = AppNotificationResponse(actionIdentifier: "tap")
    response.scene = scene
    await bus.mediator.askToHandle(response)
  }

  @Test("a request of a scene reaches its own listeners and those of the app (66)")
  func ofOneScene() async throws {
    try await askAll(AppSceneID(right))
    let told = ["open", "announce", "continue", "update", "fail", "perform", "tap"]
    let nameless: Set = ["announce", "fail"]
    #expect(
      journal.entries
        == told.flatMap {
          nameless.contains($0)
            ? ["right \($0)", "app \($0)"] : ["right \($0) for its scene", "app \($0) for a scene"]
        })
  }

  @Test("a request of no scene reaches all listeners (66)")
  func ofTheApp() async throws {
    try await askAll(nil)
    #expect(journal.entries.count == 21)
    #expect(journal.entries.prefix(3) == ["left open", "right open", "app open"])
  }
}
