import DelegatesOnUIKit
import Dispatch
import LifecycleBusOnUIKit
import StandInUIKit
import Testing

@MainActor
@Suite("Background time from a UIApplication")
struct ApplicationBackgroundTimeTests {
  let application = UIApplication()
  let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())

  init() { mediator.useBackgroundTime(of: application) }

  @Test("all holds share one background task, which ends once", .timeLimit(.minutes(1)))
  func holds() async {
    let first = mediator.hold("save")
    let second = mediator.hold("upload")
    #expect(application.begun == ["save"])
    #expect(application.backgroundTasks.count == 1)
    first.release()
    second.release()
    while application.ended == 0 { await Task.yield() }
    for _ in 0..<20 { await Task.yield() }
    #expect(application.backgroundTasks.isEmpty)
    #expect(application.ended == 1)
  }

  @Test("at expiration the task ends before the handler returns")
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
  }

  @Test("a hold expires at once if the system grants no time")
  func refused() {
    application.refusesBackgroundTasks = true
    let hold = mediator.hold("save")
    #expect(!hold.isOpen)
    #expect(application.ended == 0)
  }
}

@MainActor
@Suite("Background time from an expiring activity", .serialized)
struct ExpiringActivityBackgroundTimeTests {
  let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())
  let activities = StandInActivities.shared

  @Test("the activity lasts until the last hold is released", .timeLimit(.minutes(1)))
  func holds() async {
    let hold = mediator.hold("save")
    await activities.wait(forCount: 1)
    #expect(activities.reasons == ["save"])
    hold.release()
    await activities.wait(forCount: 0)
    #expect(mediator.openHolds.isEmpty)
  }

  @Test(
    "at expiration the holds expire before the block returns",
    .timeLimit(.minutes(1)))
  func expiration() async {
    let hold = mediator.hold("save")
    await activities.wait(forCount: 1)
    // The main actor is busy when the time runs out, so that the block has something to wait for.
    DispatchQueue.main.async {
      let end = ContinuousClock.now + .milliseconds(200)
      while ContinuousClock.now < end {}
    }
    #expect(await activities.expire { !hold.isOpen }, "asked where the block returns")
    await activities.wait(forCount: 0)
  }

  // Foundation raises an exception for an empty reason.
  @Test("the reason of an unnamed hold is not empty", .timeLimit(.minutes(1)))
  func unnamed() async {
    let hold = mediator.hold("")
    await activities.wait(forCount: 1)
    #expect(activities.reasons == ["LifecycleBus"])
    hold.release()
    await activities.wait(forCount: 0)
  }

  @Test("a hold expires if the system grants no time", .timeLimit(.minutes(1)))
  func refused() async {
    activities.refuses = true
    let hold = mediator.hold("save")
    while hold.isOpen { await Task.yield() }
    activities.refuses = false
    #expect(mediator.openHolds.isEmpty)
  }

  @Test(
    "without a choice of its own, an app's holds begin an expiring activity",
    .timeLimit(.minutes(1)))
  func byDefault() async {
    let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())
    #expect(mediator.backgroundTime == nil)
    let hold = mediator.hold("draft")
    await activities.wait(forCount: 1)
    #expect(activities.reasons == ["draft"])
    let application = UIApplication()
    mediator.useBackgroundTime(of: application)
    await activities.wait(forCount: 0)
    #expect(application.begun == ["draft"], "the app's choice takes the place of the default")
    hold.release()
    while !application.backgroundTasks.isEmpty { await Task.yield() }
  }
}
