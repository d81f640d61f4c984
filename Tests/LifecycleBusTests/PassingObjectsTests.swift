import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("The objects of notifications")
struct PassingObjectsTests {
  private let center = NotificationCenter()
  private let object = NSObject()

  /// What a listener finds in its context.
  private struct Found {
    let userInfo: [AnyHashable: Any]?
    let object: Any?
  }

  /// Posts by name, as the system does, and returns what a listener with the policy finds.
  private func post(
    object: Any?, userInfo: [AnyHashable: Any]?, _ policy: AppLifecycleMediator.Policy
  ) throws -> Found {
    let mediator = AppLifecycleMediator(policy: policy, notificationCenter: center)
    let found = Slot<Found>()
    mediator.on(.didFinishLaunching) {
      found.value = Found(userInfo: $0.userInfo, object: $0.object)
    }
    let name = try #require(mediator.vocabulary.name(for: .didFinishLaunching))
    center.post(name: name, object: object, userInfo: userInfo)
    withExtendedLifetime(mediator) {}
    return try #require(found.value)
  }

  private nonisolated static let policies = AppLifecycleMediator.Policy.both.map(\.passingObjects)

  @Test("userInfo stays as it was posted beside an object", arguments: policies)
  func beside(policy: AppLifecycleMediator.Policy) throws {
    let found = try post(object: object, userInfo: ["key": "value"], policy)
    #expect(found.userInfo as? [String: String] == ["key": "value"])
    #expect(found.object as AnyObject? === object)
  }

  @Test("without values, userInfo stays nil beside an object", arguments: policies)
  func noValues(policy: AppLifecycleMediator.Policy) throws {
    let found = try post(object: object, userInfo: nil, policy)
    #expect(found.userInfo == nil)
    #expect(found.object as AnyObject? === object)
  }

  @Test("without an object, the context has what was posted", arguments: policies)
  func noObject(policy: AppLifecycleMediator.Policy) throws {
    let bare = try post(object: nil, userInfo: nil, policy)
    #expect(bare.userInfo == nil && bare.object == nil)
    let found = try post(object: nil, userInfo: ["key": "value"], policy)
    #expect(found.userInfo as? [String: String] == ["key": "value"] && found.object == nil)
  }

  @Test("an absent object that was posted as a value adds nothing", arguments: policies)
  func absentObject(policy: AppLifecycleMediator.Policy) throws {
    let found = try post(object: NSObject?.none as Any, userInfo: ["key": "value"], policy)
    #expect(found.userInfo as? [String: String] == ["key": "value"])
  }

  @Test(
    "a replayed launch carries the launch's object, and no other event does (21)",
    arguments: policies)
  func replayed(policy: AppLifecycleMediator.Policy) throws {
    let mediator = AppLifecycleMediator(policy: policy, notificationCenter: center)
    for event in [AppLifecycleEvent.didFinishLaunching, .didBecomeActive] {
      let name = try #require(mediator.vocabulary.name(for: event))
      center.post(name: name, object: object, userInfo: nil)
    }
    var objects: [AppLifecycleEvent: AnyObject] = [:]
    var infos: [[AnyHashable: Any]?] = []
    mediator.attach(
      ClosureListener {
        objects[$0.event] = $0.object as AnyObject?
        infos.append($0.userInfo)
      }, replay: .state)
    #expect(objects.count == 1 && objects[.didFinishLaunching] === object)
    #expect(infos.count == 3 && infos.allSatisfy { $0 == nil })
  }

  @Test("a step that the policy adds has no object (27)")
  func synthesized() throws {
    let mediator = AppLifecycleMediator(
      policy: .lifecycle.passingObjects, notificationCenter: center)
    var objects: [AnyObject?] = []
    mediator.on { objects.append($0.object as AnyObject?) }
    let name = try #require(mediator.vocabulary.name(for: .didEnterBackground))
    center.post(name: name, object: object, userInfo: nil)
    withExtendedLifetime(mediator) {}
    #expect(objects.count == 2 && objects[0] == nil && objects[1] === object)
  }
}
