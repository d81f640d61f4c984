import Foundation
import LifecycleBus
import Testing

@MainActor
@Suite("A Mac's hold")
struct MacActivityTests {
  let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())

  @Test(
    "forbids sudden and automatic termination from the first hold to the last, in any state (42)")
  func options() {
    let holds = [mediator.hold("Mac export"), mediator.hold("second")]
    let activities = StandInActivity.named("Mac export")
    #expect(
      activities.map(\.options) == [[.suddenTerminationDisabled, .automaticTerminationDisabled]])

    holds[0].release()
    #expect(StandInActivity.named("Mac export") == activities)
    #expect(StandInActivity.named("second").isEmpty)
  }

  @Test("ends its activity after the last release, and at its expiry (42)")
  func end() async {
    let hold = mediator.hold("Mac save")
    hold.release()
    await waitUntil { StandInActivity.named("Mac save").isEmpty }

    let late = mediator.hold("Mac upload")
    #expect(StandInActivity.named("Mac upload").count == 1)
    await mediator.waitForHolds(upTo: .zero)

    #expect(StandInActivity.named("Mac upload").isEmpty)
    #expect(!late.isOpen)
  }
}
