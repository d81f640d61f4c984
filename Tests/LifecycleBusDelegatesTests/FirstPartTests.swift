import LifecycleBus
import TestSupport
import Testing

@testable import LifecycleBusDelegates

/// What runs before a delegate method returns.
@MainActor
@Suite("The first part of an asynchronous request", .timeLimit(.minutes(hangMinutes)))
struct FirstPartTests {
  private let bus = TestBus()
  private let journal = Journal()

  /// Suspends once, at its gate.
  private final class Worker: AppQuickActionPerforming, AppBackgroundFetching,
    AppBackgroundURLSessionHandling, AppRemoteNotificationReceiving, AppNotificationResponding
  {
    let name: String
    let journal: Journal
    let gate = Gate()

    init(_ name: String, _ journal: Journal) {
      self.name = name
      self.journal = journal
    }

    private func work(_ what: String) async {
      MainActor.preconditionIsolated("The first part runs on the main actor.")
      journal.entries.append("\(name) begins \(what)")
      await gate.wait()
      MainActor.preconditionIsolated("The rest runs on the main actor.")
      journal.entries.append("\(name) ends \(what)")
    }

    func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
      journal.entries.append("\(name) \(event)")
    }

    func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool {
      await work(action.type)
      return true
    }
    func onAppPerformFetch() async -> AppFetchResult {
      await work("fetch")
      return .newData
    }
    func onAppHandleBackgroundURLSessionEvents(identifier: String) async { await work(identifier) }
    func onAppDidReceiveRemoteNotification(
      _ userInfo: [AnyHashable: Any]
    ) async -> AppFetchResult {
      await work("push")
      return .newData
    }
    func onAppReceiveNotificationResponse(_ response: AppNotificationResponse) async {
      await work(response.actionIdentifier)
    }
  }

  private func workers(_ names: String...) -> [Worker] {
    names.map { name in
      let worker = Worker(name, journal)
      bus.mediator.attach(worker)
      return worker
    }
  }

  @Test(
    "each request runs up to its first suspension before it returns, in the order of requests (65)")
  func order() async {
    let workers = workers("a", "b")
    let mediator = bus.mediator
    mediator.startRequest { _ = await mediator.askToPerform(AppQuickAction(type: "compose")) }
    mediator.startRequest { _ = await mediator.askToReceiveRemoteNotification([:]) }
    mediator.startRequest { _ = await mediator.askToFetchInBackground() }
    mediator.startRequest {
      await mediator.askToHandleBackgroundURLSessionEvents(identifier: "photos")
    }
    mediator.startRequest {
      await mediator.askToHandle(AppNotificationResponse(actionIdentifier: "tap"))
    }
    bus.post(.didBecomeActive)
    #expect(
      journal.entries
        == ["compose", "push", "fetch", "photos", "tap"].flatMap {
          ["a begins \($0)", "b begins \($0)"]
        } + ["a didBecomeActive", "b didBecomeActive"])
    for worker in workers { worker.gate.open() }
    while journal.entries.count < 22 { await Task.yield() }
  }

  @Test("what suspends nowhere is complete when the request returns (65)")
  func withoutSuspension() {
    for worker in workers("a", "b") { worker.gate.open() }
    var answer: Bool?
    bus.mediator.startRequest { [mediator = bus.mediator] in
      answer = await mediator.askToPerform(AppQuickAction(type: "compose"))
    }
    #expect(answer == true)
    #expect(journal.entries.count == 4)
  }

  @Test("a request from inside a request runs its first part at once (65)")
  func nested() {
    let order = Journal()
    bus.mediator.startRequest { [mediator = bus.mediator] in
      order.entries.append("outer")
      mediator.startRequest { order.entries.append("inner") }
      order.entries.append("outer again")
    }
    #expect(order.entries == ["outer", "inner", "outer again"])
  }

  @Test("a listener that the first part of another one detaches is not asked (65)")
  func detachedBefore() async {
    final class Detacher: AppQuickActionPerforming {
      var victim: Worker?
      weak var mediator: AppLifecycleMediator?
      func onAttach(to mediator: AppLifecycleMediator) { self.mediator = mediator }
      func onAppPerformQuickAction(_ action: AppQuickAction) async -> Bool {
        if let victim { mediator?.detach(victim) }
        return false
      }
    }
    let detacher = Detacher()
    bus.mediator.attach(detacher)
    detacher.victim = workers("b")[0]
    #expect(await !bus.mediator.askToPerform(AppQuickAction(type: "compose")))
    #expect(journal.entries.isEmpty)
  }

  @Test("a task that is started off the main actor runs there all the same (65)")
  func offMain() async {
    await Task.detached {
      await MainActorContext.startAtOnce { MainActor.preconditionIsolated() }.value
    }.value
  }

  @Test("1,000 requests at once need no stack (65)")
  func many() async {
    let worker = workers("a")[0]
    for index in 0..<1_000 {
      bus.mediator.startRequest { [mediator = bus.mediator] in
        _ = await mediator.askToPerform(AppQuickAction(type: "\(index)"))
      }
    }
    #expect(journal.entries.count == 1_000)
    worker.gate.open()
    while journal.entries.count < 2_000 { await Task.yield() }
  }
}
