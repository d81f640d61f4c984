import LifecycleBus
import Testing

/// The run behind the strip of a policy. That of a service is with the tests of signals.
@Suite("Pictures of scenarios show what a run does")
@MainActor
struct StripPictureTests {
  @Test("what .lifecycle adds and drops")
  func strict() throws {
    let run = StripRun(listeners: ["Database", "Editor"], policy: .lifecycle)
    run.post([
      .didBecomeActive, .didBecomeActive, .didEnterBackground, .willResignActive, .didBecomeActive,
      .willTerminate,
    ])
    try PictureFacts.check("strip-strict", run.facts)
  }
}
