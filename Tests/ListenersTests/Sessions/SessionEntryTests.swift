import Foundation
import Testing

@testable import Listeners

@Suite("A session as a file describes it")
struct SessionEntryTests {
  private let now = Date(timeIntervalSince1970: 1_795_255_200)

  /// In seconds from now: the start and the last activity of a file, and when rules count them as.
  @Test(
    "a clock that was set back by more than a minute counts as a long absence",
    arguments: [
      (-600, -100, -600, -100), (-600, 0, -600, 0), (-600, 59, -659, 0),
      (-600, 61, -10_000_000_661, -10_000_000_000), (7200, 7260, -10_000_000_060, -10_000_000_000),
      // What cannot be: the last activity before the start.
      (-600, -700, -700, -700),
    ])
  func times(start: Int, lastActivity: Int, countedStart: Int, countedActivity: Int) {
    let counted = entry(start, lastActivity).span(at: now)
    #expect(counted.0.start == .seconds(countedStart))
    #expect(counted.lastActivity == .seconds(countedActivity))
  }

  @Test(
    "the time in the foreground is no longer than the session", arguments: [(-1, 0), (700, 500)])
  func timeInForeground(written: Int, counted: Int) {
    #expect(entry(-600, -100, written).span(at: now).0.inForeground == .seconds(counted))
  }

  @Test("a session from before the clock was set back has ended, with its length")
  func ending() {
    let (span, lastActivity) = entry(7200, 7260, 60).span(at: now)
    var rules = SessionRules(timeout: .seconds(30), maximumLength: .seconds(24 * 3600))
    rules.restore(span, lastActivity: lastActivity)
    let changes = rules.didBecomeActive(at: .seconds(1))
    guard changes.count == 2, case .ended(let ended) = changes[0], case .opened = changes[1] else {
      Issue.record("\(changes)")
      return
    }
    #expect(ended.end == ended.start + .seconds(60))
    #expect(ended.inForeground == .seconds(60))
  }

  private func entry(_ start: Int, _ lastActivity: Int, _ timeInForeground: Int = 0)
    -> SessionTracker.Session
  {
    SessionTracker.Session(
      start: now + Double(start), end: now + Double(lastActivity),
      timeInForeground: .seconds(timeInForeground))
  }
}
