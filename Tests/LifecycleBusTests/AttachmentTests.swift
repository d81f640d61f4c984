import Foundation
import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Attachments")
struct AttachmentTests {
  @Test("an object attached twice keeps its first place (5)")
  func twice() {
    let bus = TestBus()
    let first = bus.listener("first")
    let attachment = bus.mediator.attach(first)
    bus.attach("second")
    #expect(bus.mediator.attach(first, priority: -5) === attachment)
    #expect(bus.mediator.attach(weakly: first) === attachment)
    #expect(bus.mediator.listenerCount == 2)
    bus.post(.didBecomeActive)
    #expect(bus.calls == ["first.didBecomeActive", "second.didBecomeActive"])
  }

  @Test("attaching an object again replays nothing (5)")
  func twiceWithReplay() {
    let bus = TestBus()
    bus.post(.didFinishLaunching)
    let first = bus.listener("first")
    bus.mediator.attach(first, replay: .state)
    bus.mediator.attach(first, replay: .state)
    #expect(bus.calls == ["first.didFinishLaunching"])
  }

  @Test("an object listed twice in init is one listener (5)")
  func twiceInInit() {
    let live = LiveCount()
    var calls = 0
    let listener = live.listener { _ in calls += 1 }
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator(
      listeners: [listener, listener], notificationCenter: center)
    center.post(.didBecomeActive)
    #expect(calls == 1)
    #expect(mediator.listenerCount == 1)
  }

  @Test("two equal structs are two listeners (5)")
  func equalStructs() {
    struct Equal: AppLifecycleListener, Equatable {
      var tag = 1
    }
    let bus = TestBus()
    let first = bus.mediator.attach(Equal())
    let second = bus.mediator.attach(Equal())
    #expect(first !== second)
    #expect(bus.mediator.listenerCount == 2)
    first.detach()
    #expect(second.isAttached)
    #expect(bus.mediator.listenerCount == 1)
  }

  @Test("a weak listener attached again is kept in place (5)")
  func weakThenKept() {
    let bus = TestBus()
    let live = LiveCount()
    var calls: [String] = []
    var listener: CountedListener? = live.listener { _ in calls.append("it") }
    let weakly = listener.map { bus.mediator.attach(weakly: $0) }
    bus.mediator.on { _ in calls.append("other") }
    let kept = listener.map { bus.mediator.attach($0) }
    #expect(weakly === kept)
    listener = nil
    #expect(live.count == 1)
    bus.post(.didBecomeActive)
    #expect(calls == ["it", "other"])
    #expect(bus.mediator.listenerCount == 2)
  }

  @Test("a weak listener is kept during the same event (5, 10)")
  func weakThenKeptOnArrival() {
    let bus = TestBus()
    let live = LiveCount()
    var calls = 0
    bus.attach("first") { context in
      guard context.event == .didFinishLaunching else { return }
      let listener = live.listener { _ in calls += 1 }
      bus.mediator.attach(weakly: listener, replay: .launch)
      bus.mediator.attach(listener)
    }
    bus.post(.didFinishLaunching)
    #expect(calls == 1)
    bus.post(.didBecomeActive)
    #expect(calls == 2)
    #expect(live.count == 1)
  }

  @Test(
    "a detached listener is released (8)",
    arguments: ["kept", "kept twice", "weakly, then kept"])
  func letGo(how: String) {
    let bus = TestBus()
    let live = LiveCount()
    let attachment = attach(live.listener(), to: bus.mediator, how)
    #expect(live.count == 1)
    attachment.detach()
    #expect(live.count == 0)
    #expect(!attachment.isAttached)
  }

  @Test(
    "a released mediator releases its listeners (14)",
    arguments: ["kept", "kept twice", "weakly, then kept"])
  func letGoWithMediator(how: String) {
    let live = LiveCount()
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(
      notificationCenter: NotificationCenter())
    let attachment = mediator.map { attach(live.listener(), to: $0, how) }
    #expect(live.count == 1)
    mediator = nil
    #expect(live.count == 0)
    #expect(attachment?.isAttached == false)
  }

  @Test("an attachment keeps neither the mediator nor a weak listener (13)")
  func keepsNothing() {
    let live = LiveCount()
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(
      notificationCenter: NotificationCenter())
    weak let watched = mediator
    var listener: CountedListener? = live.listener()
    let attachment = listener.flatMap { mediator?.attach(weakly: $0) }
    listener = nil
    #expect(live.count == 0)
    mediator = nil
    #expect(watched == nil)
    attachment?.detach()
    #expect(attachment?.isAttached == false)
  }

  @Test("a weak listener that is gone before its name was asked for has none")
  func nameOfFreed() {
    let bus = TestBus()
    var listener: CountedListener? = LiveCount().listener()
    let attachment = listener.map { bus.mediator.attach(weakly: $0) }
    listener = nil
    #expect(attachment?.name == "listener that is gone")
  }

  @Test("dropping an attachment does not detach")
  func droppedAttachment() {
    let bus = TestBus()
    bus.attach("first")
    bus.post(.didBecomeActive)
    #expect(bus.calls.count == 1)
  }

  @Test("detaching an object that is not attached does nothing")
  func detachStranger() {
    let bus = TestBus()
    bus.attach("first")
    bus.mediator.detach(bus.listener("stranger"))
    #expect(bus.mediator.listenerCount == 1)
  }

  @Test("an object at a freed listener's address is new (5, 13)")
  func reusedAddress() {
    let bus = TestBus()
    let live = LiveCount()
    var calls = 0
    // The allocator may reuse the address of the freed object before the mediator has pruned it.
    for _ in 0..<200 {
      let listener = live.listener { _ in calls += 1 }
      calls = 0
      #expect(bus.mediator.attach(weakly: listener).isAttached)
      bus.post(.didReceiveMemoryWarning)
      #expect(calls == 1)
      #expect(bus.mediator.listenerCount == 1)
    }
    bus.post(.didReceiveMemoryWarning)
    #expect(live.count == 0)
    #expect(bus.mediator.listenerCount == 0)
  }

  @Test("an object at a pruned listener's address is new (5, 13)")
  func reusedAddressAfterPruning() {
    let bus = TestBus()
    let live = LiveCount()
    var calls = 0
    for _ in 0..<200 {
      do {
        let listener = live.listener { _ in calls += 1 }
        calls = 0
        #expect(bus.mediator.attach(weakly: listener).isAttached)
        bus.post(.didReceiveMemoryWarning)
        #expect(calls == 1)
      }
      // This event prunes the freed listener, and the next object may get its address.
      bus.post(.didReceiveMemoryWarning)
      #expect(bus.mediator.listenerCount == 0)
    }
  }

  @Test("both ways to detach have the same effect")
  func twoWaysOut() {
    let bus = TestBus()
    let listener = bus.listener("it")
    let attachment = bus.mediator.attach(listener)
    bus.mediator.detach(listener)
    #expect(!attachment.isAttached)
    let again = bus.mediator.attach(listener)
    #expect(again !== attachment)
    attachment.detach()
    #expect(again.isAttached)
    bus.post(.didBecomeActive)
    #expect(bus.calls == ["it.didBecomeActive"])
  }

  @Test("one object may be attached to two mediators")
  func twoMediators() {
    let bus = TestBus()
    let other = AppLifecycleMediator(notificationCenter: bus.center)
    let listener = bus.listener("it")
    let here = bus.mediator.attach(listener)
    let there = other.attach(listener)
    bus.post(.didBecomeActive)
    #expect(bus.calls.count == 2)
    here.detach()
    #expect(there.isAttached)
    bus.post(.willResignActive)
    #expect(bus.calls.count == 3)
  }

  private func attach(
    _ listener: CountedListener, to mediator: AppLifecycleMediator, _ how: String
  ) -> AppLifecycleAttachment {
    if how.hasPrefix("weakly") { mediator.attach(weakly: listener) }
    if how.hasSuffix("twice") { mediator.attach(listener) }
    return mediator.attach(listener)
  }
}
