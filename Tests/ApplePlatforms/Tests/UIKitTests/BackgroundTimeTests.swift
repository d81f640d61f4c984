import Dispatch
import LifecycleBus
import LifecycleBusDelegates
import Testing
import UIKit

@MainActor
@Suite("Background time from a UIApplication")
struct ApplicationBackgroundTimeTests {
  let application = UIApplication()
  let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())

  init() { mediator.useBackgroundTime(of: application) }

  @Test("at expiration the task ends before the handler returns, and without time a hold expires")
  func expiration() {
    var anomalies: [AppLifecycleAnomaly] = []
    mediator.onAnomaly = { anomalies.append($0) }
    let hold = mediator.hold("save")

    application.expireBackgroundTasks()
    #expect(application.backgroundTasks.isEmpty)
    #expect(!hold.isOpen)

    hold.release()
    #expect(application.ended == 1)
    #expect(anomalies == [.holdsExpired(["save"])])

    application.refusesBackgroundTasks = true
    #expect(!mediator.hold("refused").isOpen)
    #expect(application.ended == 1)
  }
}

@MainActor
@Suite("Background time from an expiring activity", .timeLimit(.minutes(1)))
struct ExpiringActivityBackgroundTimeTests {
  let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())
  let activities = StandInActivities.shared
  /// Not the process's own, which other tests use at the same time.
  let activity = ExpiringActivity()

  init() { mediator.backgroundTime = ExpiringActivityBackgroundTime(sharing: activity) }

  @Test("one activity serves all mediators, from the first hold to the last, and expires for all")
  func shared() async {
    let other = AppLifecycleMediator(notificationCenter: NotificationCenter())
    other.backgroundTime = ExpiringActivityBackgroundTime(sharing: activity)
    let first = mediator.hold("first mediator")
    await activities.wait(for: "first mediator")

    let second = other.hold("second mediator")
    first.release()
    await settle()
    #expect(activities.isRunning("first mediator"))
    #expect(!activities.isRunning("second mediator"))

    let third = mediator.hold("third")
    #expect(await activities.expire("first mediator") { !second.isOpen && !third.isOpen })
    await activities.wait(for: "first mediator", toRun: false)

    let next = other.hold("next")
    await activities.wait(for: "next")
    next.release()
    await activities.wait(for: "next", toRun: false)
  }

  @Test("at expiration the holds expire before the block returns")
  func expiration() async {
    let hold = mediator.hold("expires")
    await activities.wait(for: "expires")

    // The main actor is busy when the time runs out, so that the block has something to wait for.
    DispatchQueue.main.async {
      let end = ContinuousClock.now + .milliseconds(200)
      while ContinuousClock.now < end {}
    }
    #expect(await activities.expire("expires") { !hold.isOpen }, "asked where the block returns")
    await activities.wait(for: "expires", toRun: false)
  }

  @Test("a hold expires if the system grants no time")
  func refused() async {
    let hold = mediator.hold("refused")
    await waitUntil { !hold.isOpen }
    #expect(mediator.openHolds.isEmpty)
  }

  // Foundation raises an exception for an empty reason.
  @Test(
    "the choice of the app takes the place of an activity",
    arguments: [("draft", "draft"), ("", "LifecycleBus")])
  func choice(name: String, reason: String) async {
    let hold = mediator.hold(name)
    await activities.wait(for: reason)

    let application = UIApplication()
    mediator.useBackgroundTime(of: application)
    await activities.wait(for: reason, toRun: false)
    #expect(application.begun == [name])

    hold.release()
    await waitUntil { application.backgroundTasks.isEmpty }
    #expect(application.ended == 1)
  }
}
