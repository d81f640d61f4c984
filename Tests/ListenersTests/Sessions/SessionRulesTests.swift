import Testing

@testable import Listeners

@Suite("Session rules")
struct SessionRulesTests {
  private typealias Span = SessionRules.Span

  @Test("a session opens when the app becomes active, not when it is about to be shown")
  func opens() {
    var rules = SessionRules(timeout: .seconds(30))
    #expect(rules.willShow(at: .seconds(1)) == [])
    #expect(rules.current(at: .seconds(1)) == nil)
    #expect(rules.didBecomeActive(at: .seconds(2)) == [.opened(Span(start: .seconds(2)))])
    #expect(rules.didBecomeActive(at: .seconds(3)) == [])
  }

  @Test(
    "a session ends after an absence of the time-out, and not before",
    arguments: [(29, false), (30, true), (31, true)])
  func absence(seconds: Int, ends: Bool) {
    var rules = SessionRules(timeout: .seconds(30))
    _ = rules.didBecomeActive(at: .seconds(0))
    _ = rules.didEnterBackground(at: .seconds(100))
    #expect(rules.deadline == .seconds(130))
    let back = Duration.seconds(100 + seconds)
    let changes = rules.didBecomeActive(at: back)
    let first = Span(start: .zero, end: .seconds(100), inForeground: .seconds(100))
    #expect(changes == (ends ? [.ended(first), .opened(Span(start: back))] : []))
    #expect(
      rules.current(at: back + .seconds(5))?.inForeground == .seconds(ends ? 5 : 105))
  }

  @Test("an absence ends at willEnterForeground, not at didBecomeActive")
  func slowReturn() {
    var rules = SessionRules(timeout: .seconds(30))
    _ = rules.didBecomeActive(at: .seconds(0))
    _ = rules.didEnterBackground(at: .seconds(10))
    #expect(rules.willShow(at: .seconds(39)) == [])
    #expect(rules.deadline == nil)
    #expect(rules.didBecomeActive(at: .seconds(45)) == [])
    #expect(rules.current(at: .seconds(45))?.inForeground == .seconds(16))
  }

  @Test("an app shown but never active counts as absent")
  func shownInVain() {
    var rules = SessionRules(timeout: .seconds(30))
    _ = rules.didBecomeActive(at: .seconds(0))
    _ = rules.didEnterBackground(at: .seconds(10))
    #expect(rules.willShow(at: .seconds(20)) == [])
    #expect(rules.didEnterBackground(at: .seconds(21)) == [])
    #expect(rules.deadline == .seconds(40))
    let ended = Span(start: .zero, end: .seconds(10), inForeground: .seconds(10))
    #expect(rules.timePassed(.seconds(39)) == [])
    #expect(rules.timePassed(.seconds(40)) == [.ended(ended)])
    #expect(rules.timePassed(.seconds(50)) == [])
    #expect(rules.deadline == nil)
  }

  @Test(
    "resigning and becoming active is an interruption; going to the background is not")
  func interruptions() {
    var rules = SessionRules(timeout: .seconds(30))
    _ = rules.didBecomeActive(at: .seconds(0))
    for _ in 1...2 {
      rules.willResignActive()
      rules.willResignActive()
      #expect(rules.didBecomeActive(at: .seconds(1)) == [])
      #expect(rules.didBecomeActive(at: .seconds(1)) == [])
    }
    rules.willResignActive()
    _ = rules.didEnterBackground(at: .seconds(2))
    #expect(rules.didBecomeActive(at: .seconds(3)) == [])
    #expect(rules.current(at: .seconds(3))?.interruptions == 2)
  }

  @Test("willTerminate ends the session now, or at the time of didEnterBackground")
  func terminates() {
    var inFront = SessionRules(timeout: .seconds(30))
    _ = inFront.didBecomeActive(at: .seconds(0))
    #expect(
      inFront.willTerminate(at: .seconds(9))
        == [.ended(Span(start: .zero, end: .seconds(9), inForeground: .seconds(9)))])
    #expect(inFront.didBecomeActive(at: .seconds(10)) == [])
    #expect(inFront.didEnterBackground(at: .seconds(10)) == [])
    #expect(inFront.willTerminate(at: .seconds(10)) == [])

    var behind = SessionRules(timeout: .seconds(30))
    _ = behind.didBecomeActive(at: .seconds(0))
    _ = behind.didEnterBackground(at: .seconds(5))
    #expect(
      behind.willTerminate(at: .seconds(9))
        == [.ended(Span(start: .zero, end: .seconds(5), inForeground: .seconds(5)))])
  }

  @Test("a session that reaches its longest length ends there, and another one opens")
  func maximumLength() {
    var rules = SessionRules(timeout: .seconds(30), maximumLength: .seconds(100))
    _ = rules.didBecomeActive(at: .seconds(5))
    #expect(rules.deadline == .seconds(105))
    #expect(rules.timePassed(.seconds(104)) == [])
    let ended = Span(start: .seconds(5), end: .seconds(105), inForeground: .seconds(100))
    let opened = Span(start: .seconds(107))
    #expect(rules.timePassed(.seconds(107)) == [.ended(ended), .opened(opened)])
    #expect(rules.deadline == .seconds(207))
  }

  @Test("interrupted at its longest length, the next session opens when the app takes input")
  func maximumLengthInterrupted() {
    var rules = SessionRules(timeout: .seconds(30), maximumLength: .seconds(100))
    _ = rules.didBecomeActive(at: .zero)
    rules.willResignActive()
    #expect(rules.timePassed(.seconds(100)).count == 1)
    #expect(rules.current(at: .seconds(101)) == nil)
    #expect(rules.didBecomeActive(at: .seconds(110)) == [.opened(Span(start: .seconds(110)))])
  }

  @Test("in the background, a session ends where the app went there, at the earlier deadline")
  func maximumLengthInBackground() {
    var rules = SessionRules(timeout: .seconds(30), maximumLength: .seconds(100))
    _ = rules.didBecomeActive(at: .zero)
    _ = rules.didEnterBackground(at: .seconds(90))
    #expect(rules.deadline == .seconds(100))
    let ended = Span(start: .zero, end: .seconds(90), inForeground: .seconds(90))
    #expect(rules.timePassed(.seconds(100)) == [.ended(ended)])
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
    #expect(
      changes == (continues ? [.continued(span)] : [.ended(ended), .opened(Span(start: .zero))]))
    #expect(rules.didBecomeActive(at: .seconds(1)) == [])
  }
}
