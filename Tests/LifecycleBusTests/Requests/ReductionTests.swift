import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import LifecycleBusDelegates

@Suite("Reductions")
struct ReductionTests {
  /// Every list of up to four values.
  static func lists<Value>(of values: [Value]) -> [[Value]] {
    var lists: [[Value]] = [[]]
    var last: [[Value]] = [[]]
    for _ in 0..<4 {
      last = last.flatMap { list in values.map { list + [$0] } }
      lists += last
    }
    return lists
  }

  /// A mediator with one adopter of all requests for each answer.
  @MainActor
  static func mediator(_ answers: [Bool]) -> AppLifecycleMediator {
    let journal = Journal()
    return AppLifecycleMediator(
      listeners: answers.map { Adopter("", journal, says: $0) },
      notificationCenter: NotificationCenter())
  }

  @MainActor
  @Test("one true answer suffices", arguments: lists(of: [true, false]))
  func any(answers: [Bool]) {
    let mediator = Self.mediator(answers)
    let expected = answers.filter { $0 }.count > 0
    #expect(mediator.askAppWillFinishLaunching() == (expected || answers.isEmpty))
    #expect(mediator.askToOpen(URL(filePath: "/")) == expected)
    #expect(mediator.askWhetherToContinueUserActivity(type: "read") == expected)
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    #expect(mediator.askWhetherToSaveState(with: coder) == expected)
  }

  @MainActor
  @Test("one false answer vetoes", arguments: lists(of: [true, false]))
  func all(answers: [Bool]) {
    let mediator = Self.mediator(answers)
    let expected = answers.filter { !$0 }.count == 0
    #expect(mediator.askWhetherToAllow(extensionPoint: "keyboard") == expected)
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    let isRestored = mediator.askWhetherToRestoreState(with: coder)
    #expect(isRestored == (expected && !answers.isEmpty))
  }

  @MainActor
  @Test("the first answer that is not nil wins", arguments: lists(of: [true, false]))
  func first(answers: [Bool]) {
    let journal = Journal()
    let mediator = AppLifecycleMediator(
      listeners: answers.enumerated().map { Adopter("\($0)", journal, says: $1) },
      notificationCenter: NotificationCenter())
    let expected = answers.firstIndex(of: true).map(String.init)
    #expect(mediator.askForHandler(of: journal) as? String == expected)
    let scene = AppSceneRequest(role: "window", identifier: "1")
    #expect(mediator.askForConfiguration(of: scene)?.name == expected)
  }

  @Test(
    "new data wins over failed, failed over no data",
    arguments: lists(of: [AppLifecycleFetchResult.newData, .noData, .failed]))
  func fetchResult(answers: [AppLifecycleFetchResult]) {
    let rank: [AppLifecycleFetchResult] = [.newData, .failed, .noData]
    let expected = rank.first { answers.contains($0) } ?? .noData
    #expect(AppLifecycleFetchResult(combining: answers) == expected)
  }

  @MainActor
  @Test(
    "cancel wins over later, later over now",
    arguments: lists(of: [AppTerminationReply.now, .later, .cancel]))
  func termination(answers: [AppTerminationReply]) {
    struct Voter: AppTerminationDeciding {
      let reply: AppTerminationReply
      func onAppShouldTerminate() -> AppTerminationReply { reply }
    }
    let mediator = AppLifecycleMediator(
      listeners: answers.map(Voter.init), notificationCenter: NotificationCenter())
    let rank: [AppTerminationReply] = [.cancel, .later, .now]
    let expected = rank.first { answers.contains($0) } ?? .now
    #expect(mediator.askWhetherToTerminate { _ in } == expected)
  }

  @Test(
    "orientations are those that all support",
    arguments: [
      ([], nil), ([nil, nil], nil), ([.portrait], .portrait), ([nil, .landscape], .landscape),
      ([.all, .landscape], .landscape),
      ([[.portrait, .landscape], .landscape, .landscapeLeft], .landscapeLeft),
      ([.portrait, .landscape], .portrait), ([.portrait, .landscape, .all], .portrait),
      ([[], .landscape], .landscape), ([[]], nil),
    ] as [([AppOrientationMask?], AppOrientationMask?)])
  func intersection(answers: [AppOrientationMask?], expected: AppOrientationMask?) {
    #expect(AppOrientationMask.common(to: answers) == expected)
  }

  @Test(
    "orientations are never empty",
    arguments: lists(of: [nil, AppOrientationMask(), .portrait, .landscape, .all]))
  func neverEmpty(answers: [AppOrientationMask?]) {
    #expect(AppOrientationMask.common(to: answers) != [])
  }

  @MainActor
  @Test(
    "one listener that quits after the last window suffices", arguments: lists(of: [true, false]))
  func lastWindow(answers: [Bool]) {
    struct Windows: AppWindowDeciding {
      let quits: Bool
      func onAppShouldTerminateAfterLastWindowClosed() -> Bool { quits }
    }
    let mediator = AppLifecycleMediator(
      listeners: answers.map(Windows.init), notificationCenter: NotificationCenter())
    let isQuitting = mediator.askWhetherToTerminateAfterLastWindowClosed()
    #expect(isQuitting == !answers.filter { $0 }.isEmpty)
  }

  @Test("an answer to an activity says whether it was taken")
  func activityAnswers() {
    #expect(AppUserActivityAnswer.handled.isHandled)
    #expect(AppUserActivityAnswer.handled(restoring: []).isHandled)
    #expect(!AppUserActivityAnswer.notHandled.isHandled)
  }

  @Test("a scene's configuration has the classes that it was made with")
  func sceneClasses() {
    let configuration = AppSceneConfiguration(
      name: "Main", delegateClass: Marker.self, sceneClass: NSObject.self)
    #expect(configuration.name == "Main")
    #expect(configuration.delegateClass == Marker.self)
    #expect(configuration.sceneClass == NSObject.self)
  }

  @MainActor
  @Test("an activity is handled by any, with all objects")
  func userActivity() {
    struct Reader: AppUserActivityContinuing {
      let answer: AppUserActivityAnswer
      func onAppContinueUserActivity(_ activity: AppUserActivity) -> AppUserActivityAnswer {
        answer
      }
    }
    let objects = [Marker(), Marker(), Marker()]
    var refused = AppUserActivityAnswer.notHandled
    refused.restorationObjects = [objects[2]]
    let answers = [
      .notHandled, .handled(restoring: [objects[0], objects[1]]), .handled, refused,
    ]
    let answer = AppLifecycleMediator(
      listeners: answers.map(Reader.init), notificationCenter: NotificationCenter()
    ).askToContinue(AppUserActivity(activityType: "read"))
    #expect(answer.isHandled)
    #expect(
      answer.restorationObjects.map(ObjectIdentifier.init) == objects.map(ObjectIdentifier.init))
  }
}

private final class Marker {}
