import Foundation
import LifecycleBus
import Testing

/// What the README promises to somebody who only tries it. `Docs/check-samples` compiles its samples.
@MainActor
@Suite("The README")
struct ReadmeTests {
  let readme: String
  let manifest: String

  init() throws {
    let root = (0..<3).reduce(URL(filePath: #filePath)) { folder, _ in
      folder.deletingLastPathComponent()
    }
    readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
  }

  @Test("the two commands are on the page, and the journal is a program of this package")
  func commands() {
    #expect(readme.contains("\nswift run journal "))
    #expect(readme.contains("\nswift test "))
    #expect(manifest.contains(#""journal""#))
  }

  /// The first sample, with a list in the place of `print`, and a center of its own.
  @Test("the first sample prints what the page says")
  func firstSample() throws {
    final class AutoSave: AppLifecycleListener {
      var printed: [String] = []
      func onAppDidEnterBackground() { printed.append("drafts saved") }
    }
    let center = NotificationCenter()
    let saver = AutoSave()
    let mediator = AppLifecycleMediator(
      listeners: [saver], policy: .lifecycle, notificationCenter: center)
    mediator.on(.didBecomeActive) { saver.printed.append("\($0.previousState) -> \($0.state)") }
    center.post(.didBecomeActive)
    center.post(.didEnterBackground)
    let output = try #require(readme.firstMatch(of: /\n```text\n([^`]*)\n```/))
    #expect(saver.printed == output.1.components(separatedBy: "\n"))
  }
}
