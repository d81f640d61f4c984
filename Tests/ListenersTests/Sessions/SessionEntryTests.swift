import Foundation
import Testing

@testable import Listeners

@Suite("A session as a file describes it")
struct SessionEntryTests {
  /// In seconds from now: the last activity of a file, and when rules count it as.
  @Test(
    "a clock that was set back by more than a minute counts as a long absence",
    arguments: [(-100, -100), (0, 0), (59, 0), (61, -600), (599, -600)])
  func lastActivity(written: Int, counted: Int) {
    let now = Date(timeIntervalSince1970: 1_795_255_200)
    let entry = SessionStore.Entry(
      id: UUID(), start: now - 600, lastActivity: now + Double(written), timeInForeground: .zero,
      interruptions: 0)
    #expect(entry.span(at: now).lastActivity == .seconds(counted))
  }
}
