import LifecycleBusDelegates
import Testing

@Suite("What a Mac's delegate does at Quit")
struct QuitPlanTests {
  private let now = ContinuousClock.now

  private func quit(
    _ plan: inout QuitPlan, after seconds: Int = 0, served: Bool = true, hasEnded: Bool = false
  ) -> QuitPlan.Step {
    plan.quit(
      at: now.advanced(by: .seconds(seconds)), servesMainQueue: served, hasEnded: hasEnded)
  }

  @Test("a Quit in a block of the main queue is made again from the run loop, once (73)")
  func again() {
    var plan = QuitPlan()
    #expect(quit(&plan, served: false) == .askFromRunLoop)
    #expect(quit(&plan, served: false) == .refuse)

    #expect(plan.beginQuitFromRunLoop() == true)
    #expect(quit(&plan, served: false) == .ask)
    plan.endQuitFromRunLoop()

    #expect(quit(&plan) == .refuse)
    #expect(plan.beginQuitFromRunLoop() == false)
  }

  @Test("an Apple event goes before a Quit that waits for the run loop (73)")
  func event() {
    var plan = QuitPlan()
    #expect(quit(&plan, served: false) == .askFromRunLoop)
    #expect(quit(&plan) == .ask)
    #expect(plan.beginQuitFromRunLoop() == false)
  }

  @Test("another Quit is refused while a listener decides, and ends the wait afterwards (73)")
  func second() {
    var plan = QuitPlan()
    #expect(quit(&plan) == .ask)
    #expect(quit(&plan, after: 60) == .refuse)
    #expect(quit(&plan, after: 120, served: false, hasEnded: true) == .ask)
  }

  @Test("a key that is held down is one Quit")
  func repetition() {
    var plan = QuitPlan()
    #expect(quit(&plan, after: 10) == .ask)
    for _ in 0..<100 {
      #expect(quit(&plan, after: 10, hasEnded: true) == .refuse)
    }
    #expect(quit(&plan, after: 11, hasEnded: true) == .ask)
  }

  @Test("an app that stays asks at the next Quit, also if AppKit's documents have cancelled")
  func stays() {
    var plan = QuitPlan()
    _ = quit(&plan, served: false)
    #expect(plan.beginQuitFromRunLoop() == true)
    plan.endQuitFromRunLoop()

    #expect(quit(&plan, served: false) == .askFromRunLoop)
    #expect(quit(&plan) == .ask)

    plan.stay()
    #expect(quit(&plan) == .ask)
  }
}
