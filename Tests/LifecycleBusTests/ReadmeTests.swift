import Foundation
import LifecycleBus
import Testing

/// What the README promises to somebody who only tries it. `Docs/check-samples` compiles its samples.
@MainActor
@Suite("The README")
struct ReadmeTests {
  /// The first sample, with a list in the place of `print`, and a center of its own.
  @Test("the first sample prints what the page says, and the two commands are there")
  func firstSample() throws {
    final class AutoSave: AppLifecycleListener {
      var printed: [String] = []

      func onAppDidEnterBackground() { printed.append("drafts saved") }
    }
    let center = NotificationCenter()
    let saver = AutoSave()
    let mediator = AppLifecycleMediator(
      listeners: [saver], policy: .balanced, notificationCenter: center)
    mediator.on(.didBecomeActive) { saver.printed.append("\($0.previousState) -> \($0.state)") }

    center.post(.didBecomeActive)
    center.post(.didEnterBackground)

    let page = URL(filePath: "\(#filePath)/../../../README.md").standardized
    let readme = try String(contentsOf: page, encoding: .utf8)
    let output = try #require(readme.firstMatch(of: /\n```text\n([^`]*)\n```/))
    #expect(saver.printed == output.1.components(separatedBy: "\n"))
    #expect(readme.contains("\nswift run journal "))
    #expect(readme.contains("\nswift test "))
  }
}
