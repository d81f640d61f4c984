import Foundation
import TestSupport
import Testing

@testable import LifecycleBus
@testable import LifecycleBusDelegates

/// What an asynchronous request keeps alive, when its time runs, and what a detach costs it.
@MainActor
@Suite("Pending requests", .timeLimit(.minutes(hangMinutes)))
struct PendingRequestTests {
  private let clock = ManualClock()
  private let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())

  /// Answers when its gate opens; does something before that.
  private final class Adopter: AppRemoteNotificationReceiving {
    let gate = Gate()
    private let live: LiveCount?
    private let token: CountedListener?
    var wasAsked = false
    var beforeWaiting: @MainActor () -> Void = {}

    init(live: LiveCount? = nil) {
      self.live = live
      token = live?.listener()
    }

    func onAppDidReceiveRemoteNotification(
      _ userInfo: [AnyHashable: Any]
    ) async -> AppFetchResult {
      wasAsked = true
      beforeWaiting()
      await gate.wait()
      return .newData
    }
  }

  private func ask() -> Task<AppFetchResult, Never> {
    Task { [mediator, clock] in
      await mediator.askToReceiveRemoteNotification([:], deadline: .seconds(1), clock: clock)
    }
  }

  @Test(
    "the deadline passes while listeners keep the main actor busy, and later ones are not asked")
  func deadlineFirst() async {
    let adopters = (0..<10).map { _ in Adopter() }
    for adopter in adopters { mediator.attach(adopter) }
    var anomalies: [AppLifecycleAnomaly] = []
    mediator.onAnomaly = { anomalies.append($0) }
    adopters[2].beforeWaiting = { [clock] in clock.advance(by: .seconds(1)) }
    #expect(await ask().value == .failed)
    #expect(adopters.map(\.wasAsked) == [true, true, true] + Array(repeating: false, count: 7))
    #expect(
      anomalies == [
        .requestExpired(
          "AppRemoteNotificationReceiving", listeners: Array(repeating: "Adopter", count: 10))
      ])
    for adopter in adopters { adopter.gate.open() }
  }

  @Test("a listener that never answers keeps no other one alive after the deadline")
  func stuck() async {
    let live = LiveCount()
    let stuck = Adopter()
    do {
      let answering = Adopter(live: live)
      answering.gate.open()
      mediator.attach(
        ListenerGroup {
          stuck
          answering
          live.listener()
        })
    }
    #expect(live.count == 2)
    let attachment = mediator.attach(Adopter(live: live))
    let result = ask()
    await clock.waitForSleepers()
    while !stuck.wasAsked { await Task.yield() }
    clock.advance(by: .seconds(1))
    #expect(await result.value == .newData)
    attachment.detach()
    mediator.relay.list.close()
    await nextMainTurn()
    #expect(live.count == 1, "the listener that was detached while it answers ends with its task")
    stuck.gate.open()
  }

  @Test("2,000 adopters attached in a callback are asked there, in order")
  func attachedInCallback() {
    final class Link: AppURLOpening {
      let number: Int
      init(_ number: Int) { self.number = number }
      func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool { number == 1_999 }
    }
    var isOpened = false
    mediator.on(.didBecomeActive) { [mediator] _ in
      for number in 0..<2_000 { mediator.attach(Link(number), priority: number % 100) }
      isOpened = mediator.askToOpen(URL(fileURLWithPath: "/"))
    }
    mediator.post(.didBecomeActive)
    #expect(isOpened)
    #expect(mediator.listenerCount == 2_001)
  }

  @Test("a weak adopter that is freed before its turn is not asked")
  func freedBeforeItsTurn() {
    final class Opener: AppURLOpening {
      var action: @MainActor () -> Void
      init(_ action: @escaping @MainActor () -> Void) { self.action = action }
      func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
        action()
        return true
      }
    }
    var asked: [String] = []
    let owner = Slot<Opener>(Opener { asked.append("weak") })
    mediator.attach(
      Opener {
        asked.append("first")
        owner.value = nil
      })
    if let weakly = owner.value { mediator.attach(weakly: weakly) }
    mediator.askToOpen(URL(fileURLWithPath: "/"))
    #expect(asked == ["first"])
  }
}
