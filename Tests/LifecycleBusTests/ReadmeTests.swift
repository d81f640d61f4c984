import Foundation
import LifecycleBus
import Testing

/// What the README promises to somebody who only tries it. `Docs/check-samples` compiles its samples.
@MainActor
@Suite("The README")
struct ReadmeTests {
  /// The last sample, with a list in the place of `print`, and a center of its own.
  @Test("events that one posts are printed as the page says, and the two commands are there")
  func posted() throws {
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator(policy: .balanced, notificationCenter: center)
    var printed: [String] = []
    mediator.on { printed.append("\($0.event)") }

    center.post(.didEnterBackground)

    let page = URL(filePath: "\(#filePath)/../../../README.md").standardized
    let readme = try String(contentsOf: page, encoding: .utf8)
    let outputs = readme.matches(of: /\n```text\n([^`]*)\n```/)
    let last = try #require(outputs.last)
    #expect(printed == last.1.components(separatedBy: "\n"))
    #expect(readme.contains("\nswift run journal "))
    #expect(readme.contains("\nswift test "))
  }
}
