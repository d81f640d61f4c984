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
  }

  @MainActor
  @Test("one false answer vetoes", arguments: lists(of: [true, false]))
  func all(answers: [Bool]) {
    let mediator = Self.mediator(answers)
    let expected = answers.filter { !$0 }.count == 0
    #expect(mediator.askWhetherToAllow(extensionPoint: "keyboard") == expected)
    #expect(mediator.askToHandleLaunch() == expected)
  }

  @MainActor
  @Test("the first answer that is not nil wins", arguments: lists(of: [true, false]))
  func first(answers: [Bool]) {
    let journal = Journal()
    let mediator = AppLifecycleMediator(
      listeners: answers.enumerated().map { Adopter("\($0)", journal, says: $1) },
      notificationCenter: NotificationCenter())
    let expected = answers.firstIndex(of: true).map(String.init)
    #expect(
      mediator.firstAnswer(of: (any AppIntentHandling).self) { $0.onAppHandler(for: journal) }
        as? String == expected)
    let scene = AppSceneRequest(role: "window", identifier: "1")
    let configuration = mediator.firstAnswer(of: (any AppSceneConfiguring).self) {
      $0.onAppConfigureScene(scene)
    }
    #expect(configuration?.name == expected)
  }

  @Test(
    "new data wins over failed, failed over no data",
    arguments: lists(of: [AppFetchResult.newData, .noData, .failed, nil]))
  func fetchResult(answers: [AppFetchResult?]) {
    let rank: [AppFetchResult] = [.newData, .failed, .noData]
    let expected = rank.first { answers.map { $0 ?? .failed }.contains($0) } ?? .noData
    #expect(AppFetchResult(combining: answers) == expected)
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
    let answers: [AppUserActivityAnswer] = [
      .notHandled, .restoring([objects[0], objects[1]]), .handled, .restoring([objects[2]]),
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

/// Opens nothing, and says so.
private struct Opener: AppFileOpening {
  enum Answer: String, CaseIterable { case opened, other, cancelled, failed }
  struct Failure: Error {}

  let answer: Answer

  func onAppOpenFiles(_ urls: [URL]) async throws -> Bool {
    switch answer {
    case .opened: true
    case .other: false
    case .cancelled: throw CocoaError(.userCancelled)
    case .failed: throw Failure()
    }
  }
}

extension AppFilesReply {
  fileprivate var name: String {
    switch self {
    case .opened: "opened"
    case .cancelled: "cancelled"
    case .failed(let error): error is Opener.Failure ? "failed" : "nobody"
    }
  }
}

@MainActor
@Suite("Files to open")
struct FileRequestTests {
  @Test(
    "an error wins over a cancel, a cancel over opened, and somebody has to open them",
    arguments: ReductionTests.lists(of: Opener.Answer.allCases))
  fileprivate func reduction(answers: [Opener.Answer]) async {
    let mediator = AppLifecycleMediator(
      listeners: answers.map(Opener.init), notificationCenter: NotificationCenter())
    let rank: [Opener.Answer] = [.failed, .cancelled, .opened]
    let reply = await mediator.askToOpenFiles([URL(filePath: "/a")])
    #expect(reply.name == rank.first { answers.contains($0) }?.rawValue ?? "nobody")
  }

  @Test("a listener receives all files at once, and may take as long as it likes")
  func allAtOnce() async {
    final class Editor: AppFileOpening {
      let gate = Gate()
      var asked: [[String]] = []
      func onAppOpenFiles(_ urls: [URL]) async throws -> Bool {
        asked.append(urls.map(\.path))
        await gate.wait()
        return true
      }
    }
    let bus = TestBus()
    let editor = Editor()
    bus.mediator.attach(editor)
    async let reply = bus.mediator.askToOpenFiles([URL(filePath: "/a"), URL(filePath: "/b")])
    await settle()
    #expect(editor.asked == [["/a", "/b"]])
    editor.gate.open()
    #expect(await reply.name == "opened")
    #expect(bus.anomalies.isEmpty)
  }
}
