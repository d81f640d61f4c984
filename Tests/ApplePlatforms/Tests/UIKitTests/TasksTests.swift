import DelegatesOnUIKit
import Foundation
import LifecycleBusOnUIKit
import StandInUIKit
import Testing

/// The tasks for which ports of real apps were longer than what they replaced.
@MainActor
@Suite("Five tasks of an app", .timeLimit(.minutes(1)))
struct TasksTests {
  /// The lines of code between the marks of the files of this name, by task.
  private static func lines(_ name: String) throws -> [String: Int] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    var counts: [String: Int] = [:]
    var task: String?
    for folder in ["UIKitTests", "AppKitTests"] {
      let file = tests.appending(path: "\(folder)/\(name).swift")
      for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
        let text = line.trimmingCharacters(in: .whitespaces)
        if text.hasPrefix("// task: ") {
          task = String(text.dropFirst(9))
        } else if text == "// end" {
          task = nil
        } else if let task, !text.isEmpty {
          counts[task, default: 0] += 1
        }
      }
    }
    return counts
  }

  @Test("none takes more lines with the module than by hand")
  func lines() throws {
    let (module, hand) = (try Self.lines("TasksWithTheModule"), try Self.lines("TasksByHand"))
    #expect(module.count == 5)
    #expect(Set(module.keys) == Set(hand.keys))
    for (task, count) in module.sorted(by: { $0.key < $1.key }) {
      let byHand = try #require(hand[task])
      print("note: \(task): \(byHand) lines by hand, \(count) with the module")
      #expect(count <= byHand, "\(task)")
    }
  }

  let application = UIApplication()

  @Test("both call the completion handler when the session has finished, and once")
  func downloads() async {
    let hand = DownloadsByHand()
    let app = Downloads(mediator: AppLifecycleMediator(notificationCenter: NotificationCenter()))
    app.mediator.attach(app.sessions)
    var called: [String] = []
    hand.application(application, handleEventsForBackgroundURLSession: "downloads") {
      called.append("hand")
    }
    app.application(application, handleEventsForBackgroundURLSession: "downloads") {
      called.append("module")
    }
    #expect(called.isEmpty)
    for _ in 0..<2 {
      hand.urlSessionDidFinishEvents(forBackgroundURLSession: hand)
      app.urlSessionDidFinishEvents(forBackgroundURLSession: hand)
    }
    while called.count < 2 { await Task.yield() }
    #expect(Set(called) == ["hand", "module"])
  }

  @Test("both run while their own window is active")
  func window() {
    let (scene, other, center) = (UIScene(), UIScene(), NotificationCenter())
    let (hand, module) = (ClockByHand(scene: scene, center: center), Clock(scene: scene))
    let mediator = AppLifecycleMediator(listeners: [module], notificationCenter: center)
    mediator.observeScenes(on: center)
    for (name, object, runs) in [
      ("DidActivate", other, false), ("DidActivate", scene, true),
      ("DidEnterBackground", other, true), ("DidEnterBackground", scene, false),
    ] {
      center.post(name: Notification.Name("UIScene\(name)Notification"), object: object)
      #expect([hand.isRunning, module.isRunning] == [runs, runs])
    }
  }

  @Test("both perform a quick action, and say so")
  func quickAction() async {
    let (hand, module) = (QuickActionsByHand(), QuickActions())
    let app = LifecycleAppDelegate(
      mediator: AppLifecycleMediator(
        listeners: [module], notificationCenter: NotificationCenter()))
    let item = UIApplicationShortcutItem(type: "compose", localizedTitle: "New")
    var answers: [Bool] = []
    hand.application(application, performActionFor: item) { answers.append($0) }
    app.application(application, performActionFor: item) { answers.append($0) }
    while answers.count < 2 { await Task.yield() }
    #expect(answers == [true, true])
    #expect(hand.composed == module.composed)
  }
}
