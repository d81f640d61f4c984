import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners
import TestSupport
import Testing

/// A detach cancels the task of a pending request, and a handler of the cancellation runs at once,
/// inside the detach. What it does to the same listeners must not disturb the detach under way.
@MainActor
@Suite(
  "Detaching while a request is pending", .timeLimit(.minutes(hangMinutes)))
struct RequestDetachTests {
  private let live = LiveCount()
  private let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())

  /// Answers when its task is cancelled or its gate is opened, and acts at the cancellation.
  private final class Waiter: AppBackgroundFetching {
    let gate = Gate()
    let token: CountedListener
    var wasAsked = false
    var eventCount = 0
    var onCancel: @MainActor () -> Void = {}

    init(_ live: LiveCount) { token = live.listener() }

    func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) { eventCount += 1 }

    func onAppPerformFetch() async -> AppFetchResult {
      wasAsked = true
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        MainActor.assumeIsolated { self.cancelled() }
      }
      return .newData
    }

    private func cancelled() {
      let action = onCancel
      onCancel = {}
      action()
      gate.open()
    }
  }

  /// How many events a listener has received.
  private final class Count { var value = 0 }

  private func counting(_ count: Count) -> CountedListener {
    live.listener { _ in count.value += 1 }
  }

  /// Asks, and waits until all these listeners have been asked.
  private func ask(_ waiters: [Waiter]) async -> Task<AppFetchResult, Never> {
    let request = Task { [mediator] in
      await mediator.askToFetchInBackground(clock: ManualClock())
    }
    while !waiters.allSatisfy(\.wasAsked) { await Task.yield() }
    return request
  }

  @Test(
    "a handler of the cancellation detaches further listeners",
    arguments: [1, 16, 17, 20, 100], [0, 1, 40])
  func further(count: Int, before: Int) async {
    // Few stay, so that the store closes its gaps.
    let kept = (0..<before + count / 5).map { _ in Count() }
    let dropped = (0..<count).map { _ in Count() }
    for count in kept.prefix(before) { mediator.attach(counting(count)) }
    let waiter = Waiter(live)
    let attachment = mediator.attach(waiter)
    var further: [AppLifecycleAttachment] = []
    for (number, count) in dropped.enumerated() {
      further.append(mediator.attach(counting(count)))
      if number % 5 == 4 { mediator.attach(counting(kept[before + number / 5])) }
    }
    let request = await ask([waiter])
    waiter.onCancel = { for attachment in further { attachment.detach() } }

    attachment.detach()
    #expect(!attachment.isAttached)
    #expect(further.allSatisfy { !$0.isAttached })
    #expect(mediator.listenerCount == kept.count)
    #expect(live.count == kept.count + 1, "the detached listeners are released")
    #expect(await request.value == .noData)
    mediator.post(.didBecomeActive)
    #expect(kept.allSatisfy { $0.value == 1 })
    #expect(dropped.allSatisfy { $0.value == 0 })
    #expect(waiter.eventCount == 0)

    let late = Count()
    mediator.attach(counting(late))
    mediator.post(.willResignActive)
    #expect(kept.allSatisfy { $0.value == 2 })
    #expect(late.value == 1)
    #expect(mediator.listenerCount == kept.count + 1)
  }

  @Test("each handler of a cancellation detaches the next listener that is asked")
  func chain() async {
    let waiters = (0..<50).map { _ in Waiter(live) }
    let kept = (0..<50).map { _ in Count() }
    var attachments: [AppLifecycleAttachment] = []
    for (waiter, count) in zip(waiters, kept) {
      attachments.append(mediator.attach(waiter))
      mediator.attach(counting(count))
    }
    let request = await ask(waiters)
    for (index, waiter) in waiters.enumerated().dropLast() {
      waiter.onCancel = { attachments[index + 1].detach() }
    }
    attachments[0].detach()
    #expect(attachments.allSatisfy { !$0.isAttached })
    #expect(mediator.listenerCount == kept.count)
    #expect(await request.value == .noData)
    mediator.post(.didBecomeActive)
    #expect(kept.allSatisfy { $0.value == 1 })
    #expect(waiters.allSatisfy { $0.eventCount == 0 })
  }

  @Test("a handler of the cancellation detaches listeners while an event is delivered")
  func duringEvent() async {
    let waiter = Waiter(live)
    let attachment = mediator.attach(waiter)
    mediator.on(.didBecomeActive) { _ in attachment.detach() }
    let counts = (0..<40).map { _ in Count() }
    let attachments = counts.map { mediator.attach(counting($0)) }
    let request = await ask([waiter])
    waiter.onCancel = { for attachment in attachments.prefix(20) { attachment.detach() } }
    mediator.post(.didBecomeActive)
    #expect(counts.map(\.value) == Array(repeating: 0, count: 20) + Array(repeating: 1, count: 20))
    #expect(waiter.eventCount == 1)
    #expect(mediator.listenerCount == 21)
    #expect(await request.value == .noData)
    mediator.post(.willResignActive)
    #expect(counts.map(\.value) == Array(repeating: 0, count: 20) + Array(repeating: 2, count: 20))
  }

  @Test("a group is detached while its children are asked, and a handler detaches the others")
  func group() async {
    let waiters = (0..<5).map { _ in Waiter(live) }
    let counts = (0..<30).map { _ in Count() }
    let group = ListenerGroup()
    var children: [AppLifecycleAttachment] = []
    for (index, count) in counts.enumerated() {
      if index.isMultiple(of: 6) { group.attach(waiters[index / 6]) }
      children.append(group.attach(counting(count)))
    }
    let attachment = mediator.attach(group)
    let request = await ask(waiters)
    waiters[1].onCancel = {
      attachment.detach()
      for child in children.prefix(20) { child.detach() }
    }
    attachment.detach()
    #expect(mediator.listenerCount == 0)
    #expect(group.listenerCount == 15)
    #expect(await request.value == .noData)
    mediator.attach(group)
    mediator.post(.didBecomeActive)
    #expect(counts.map(\.value) == Array(repeating: 0, count: 20) + Array(repeating: 1, count: 10))
    #expect(waiters.allSatisfy { $0.eventCount == 1 })
  }

  @Test("a group is released while its children are asked, and a handler detaches its others")
  func releasedGroup() async {
    let waiters = (0..<5).map { _ in Waiter(live) }
    var group: ListenerGroup? = ListenerGroup()
    var children: [AppLifecycleAttachment] = []
    for index in 0..<60 {
      if index.isMultiple(of: 12) { group?.attach(waiters[index / 12]) }
      if let child = group?.attach(live.listener()) { children.append(child) }
    }
    if let group { mediator.attach(weakly: group) }
    let count = Count()
    mediator.attach(counting(count))
    let request = await ask(waiters)
    for (index, waiter) in waiters.enumerated() {
      waiter.onCancel = {
        for child in children.dropFirst(index * 10).prefix(20) { child.detach() }
      }
    }
    group = nil
    #expect(await request.value == .noData)
    #expect(children.allSatisfy { !$0.isAttached })
    #expect(mediator.listenerCount == 1)
    mediator.post(.didBecomeActive)
    #expect(count.value == 1)
    #expect(live.count == waiters.count + 1)
  }

  @Test("all listeners of a mediator are detached while they are asked")
  func closed() async {
    let waiters = (0..<5).map { _ in Waiter(live) }
    var attachments: [AppLifecycleAttachment] = []
    for index in 0..<60 {
      if index.isMultiple(of: 12) { attachments.append(mediator.attach(waiters[index / 12])) }
      attachments.append(mediator.attach(live.listener()))
    }
    let request = await ask(waiters)
    for (index, waiter) in waiters.enumerated() {
      waiter.onCancel = {
        for attachment in attachments.dropFirst(index * 10).prefix(20) { attachment.detach() }
      }
    }
    // As when the last reference to the mediator goes, which a pending request keeps.
    mediator.store.close()
    #expect(await request.value == .noData)
    #expect(attachments.allSatisfy { !$0.isAttached })
    #expect(mediator.listenerCount == 0)
    #expect(live.count == waiters.count)
  }

  @Test("a mediator goes while a listener that missed the deadline still answers")
  func mediatorGoes() async {
    let clock = ManualClock()
    let waiter = Waiter(live)
    var attachments: [AppLifecycleAttachment] = []
    do {
      let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())
      attachments.append(mediator.attach(waiter))
      for _ in 0..<40 { attachments.append(mediator.attach(live.listener())) }
      waiter.onCancel = { for attachment in attachments.prefix(21) { attachment.detach() } }
      async let result = mediator.askToFetchInBackground(clock: clock)
      while !waiter.wasAsked { await Task.yield() }
      clock.advance(by: AppLifecycleMediator.requestDeadline)
      #expect(await result == .failed)
      #expect(mediator.listenerCount == 20)
    }
    await nextMainTurn()
    #expect(attachments.allSatisfy { !$0.isAttached })
    #expect(live.count == 1)
  }
}
