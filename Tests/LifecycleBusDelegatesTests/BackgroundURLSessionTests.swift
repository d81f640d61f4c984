import LifecycleBus
import LifecycleBusDelegates
import TestSupport
import Testing

@MainActor
@Suite("Background URL sessions")
struct BackgroundURLSessionTests {
  private let bus = TestBus()
  private let sessions = AppBackgroundURLSessions("downloads", "uploads")

  init() { bus.mediator.attach(sessions) }

  @Test("the request of a session ends when that session is finished, from any thread")
  func finished() async {
    var isOver = false
    let mediator = bus.mediator
    mediator.startRequest {
      await mediator.askToHandleBackgroundURLSessionEvents(
        identifier: "downloads", deadline: .seconds(3600))
      isOver = true
    }
    sessions.finish("uploads")
    await settle()
    #expect(!isOver)
    await Task.detached { [sessions] in sessions.finish("downloads") }.value
    while !isOver { await Task.yield() }
    #expect(bus.anomalies.isEmpty)
  }

  @Test("the request of another session is answered at once")
  func other() async {
    await bus.mediator.askToHandleBackgroundURLSessionEvents(identifier: "other")
    #expect(bus.anomalies.isEmpty)
  }

  @Test("a session that is never finished is reported at the deadline")
  func deadline() async {
    await bus.mediator.askToHandleBackgroundURLSessionEvents(
      identifier: "downloads", deadline: .zero)
    #expect(bus.anomalies.count == 1)
    sessions.finish("downloads")
    await settle()
  }
}
