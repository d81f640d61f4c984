import Testing

@testable import Listeners

@Suite("Session rules")
struct SessionRulesTests {
  private typealias Span = SessionRules.Span

  /// The rules of an app that has been active since a second, and that left at another one.
  private func rules(
    from start: Int = 0, to leave: Int? = nil, maximumLength: Int? = nil
  ) -> SessionRules {
    var rules = SessionRules(
      timeout: .seconds(30), maximumLength: maximumLength.map { .seconds($0) })
    #expect(rules.didBecomeActive(at: .seconds(start)) == [opened(start)])
    if let leave { #expect(rules.didEnterBackground(at: .seconds(leave)) == []) }
    return rules
  }

  private func opened(_ start: Int) -> SessionRules.Change {
    .opened(Span(start: .seconds(start)))
  }

  /// A session that was in the foreground until its end.
  private func ended(_ start: Int, _ end: Int) -> SessionRules.Change {
    .ended(Span(start: .seconds(start), end: .seconds(end), inForeground: .seconds(end - start)))
  }

  @Test("a session opens when the app becomes active, not when it is about to be shown")
  func opens() {
    var rules = SessionRules(timeout: .seconds(30))
    #expect(rules.willShow(at: .seconds(1)) == [])
    #expect(rules.current(at: .seconds(1)) == nil)
    #expect(rules.didBecomeActive(at: .seconds(2)) == [opened(2)])
    #expect(rules.didBecomeActive(at: .seconds(3)) == [])
  }

  @Test(
    "a session ends after an absence of the time-out, and not before",
    arguments: [(29, false), (30, true), (31, true)])
  func absence(seconds: Int, ends: Bool) {
    var rules = rules(to: 100)
    #expect(rules.deadline == .seconds(130))
    let back = 100 + seconds
    let changes = rules.didBecomeActive(at: .seconds(back))
    #expect(changes == (ends ? [ended(0, 100), opened(back)] : []))
    #expect(rules.current(at: .seconds(back + 5))?.inForeground == .seconds(ends ? 5 : 105))
  }

  @Test("an absence ends at willEnterForeground, not at didBecomeActive")
  func slowReturn() {
    var rules = rules(to: 10)
    #expect(rules.willShow(at: .seconds(39)) == [])
    #expect(rules.deadline == nil)
    #expect(rules.didBecomeActive(at: .seconds(45)) == [])
    #expect(rules.current(at: .seconds(45))?.inForeground == .seconds(16))
  }

  @Test("an app shown but never active counts as absent")
  func shownInVain() {
    var rules = rules(to: 10)
    #expect(rules.willShow(at: .seconds(20)) == [])
    #expect(rules.didEnterBackground(at: .seconds(21)) == [])
    #expect(rules.deadline == .seconds(40))
    #expect(rules.timePassed(.seconds(39)) == [])
    #expect(rules.timePassed(.seconds(40)) == [ended(0, 10)])
    #expect(rules.timePassed(.seconds(50)) == [])
    #expect(rules.deadline == nil)
  }

  @Test("resigning and becoming active is an interruption; going to the background is not")
  func interruptions() {
    var rules = rules()
    for _ in 1...2 {
      for _ in 1...2 { rules.willResignActive() }
      for _ in 1...2 { #expect(rules.didBecomeActive(at: .seconds(1)) == []) }
    }
    rules.willResignActive()
    _ = rules.didEnterBackground(at: .seconds(2))
    #expect(rules.didBecomeActive(at: .seconds(3)) == [])
    #expect(rules.current(at: .seconds(3))?.interruptions == 2)
  }

  @Test(
    "willTerminate ends the session now, or at the time of didEnterBackground",
    arguments: [nil, 5])
  func terminates(left: Int?) {
    var rules = rules(to: left)
    #expect(rules.willTerminate(at: .seconds(9)) == [ended(0, left ?? 9)])
    #expect(rules.didBecomeActive(at: .seconds(10)) == [])
    #expect(rules.didEnterBackground(at: .seconds(10)) == [])
    #expect(rules.willTerminate(at: .seconds(10)) == [])
  }

  @Test("a session that reaches its longest length ends there, and another one opens")
  func maximumLength() {
    var rules = rules(from: 5, maximumLength: 100)
    #expect(rules.deadline == .seconds(105))
    #expect(rules.timePassed(.seconds(104)) == [])
    #expect(rules.timePassed(.seconds(107)) == [ended(5, 105), opened(107)])
    #expect(rules.deadline == .seconds(207))
  }

  @Test("interrupted at its longest length, the next session opens when the app takes input")
  func maximumLengthInterrupted() {
    var rules = rules(maximumLength: 100)
    rules.willResignActive()
    #expect(rules.timePassed(.seconds(100)).count == 1)
    #expect(rules.current(at: .seconds(101)) == nil)
    #expect(rules.didBecomeActive(at: .seconds(110)) == [opened(110)])
  }

  @Test("in the background, a session ends where the app went there, at the earlier deadline")
  func maximumLengthInBackground() {
    var rules = rules(to: 90, maximumLength: 100)
    #expect(rules.deadline == .seconds(100))
    #expect(rules.timePassed(.seconds(100)) == [ended(0, 90)])
  }

  @Test(
    "a session of an earlier process continues within the time-out, and ends after it",
    arguments: [(-29, true), (-30, false), (-31, false)])
  func earlier(lastActivity: Int, continues: Bool) {
    var rules = SessionRules(timeout: .seconds(30))
    let span = Span(start: .seconds(-500), inForeground: .seconds(400), interruptions: 2)
    rules.restore(span, lastActivity: .seconds(lastActivity))
    let changes = rules.didBecomeActive(at: .zero)
    var ended = span
    ended.end = .seconds(lastActivity)
    #expect(changes == (continues ? [.continued(span)] : [.ended(ended), opened(0)]))
    #expect(rules.didBecomeActive(at: .seconds(1)) == [])
  }
}
