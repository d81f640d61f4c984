import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

/// Acts when the last reference to it goes, on the thread where that happens.
private final class Token: Sendable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }
}

@MainActor
@Suite("A released post")
struct ReleasedPostTests {
  @Test("a deinit of what was posted may post, and no event waits for a later one (59)")
  func deinitThatPosts() {
    let bus = TestBus(policy: .lifecycle)
    bus.attach("it") { [center = bus.center] context in
      guard context.event == .willResignActive else { return }
      // Queued, and released by the bus alone.
      let token = Token { RemotePoster(center).postHere(.willEnterForeground) }
      center.post(.didEnterBackground, userInfo: ["token": token])
    }
    bus.post(.didFinishLaunching, .didBecomeActive, .willResignActive)
    #expect(bus.calls.last == "it.willEnterForeground")
    bus.post(.didBecomeActive)
    #expect(
      bus.calls == [
        "it.didFinishLaunching", "it.didBecomeActive", "it.willResignActive",
        "it.didEnterBackground", "it.willEnterForeground", "it.didBecomeActive",
      ])
    #expect(bus.mediator.state == .active)
  }

  @Test(
    "what was posted is released with the post, also by a mediator that goes meanwhile (59, 69)")
  func severalMediators() {
    let bus = TestBus()
    var second: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: bus.center)
    let third = AppLifecycleMediator(notificationCenter: bus.center)
    var heard: [AppLifecycleEvent] = []
    second?.on { heard.append($0.event) }
    third.on { heard.append($0.event) }
    bus.attach("it") { _ in second = nil }
    do {
      let token = Token { [center = bus.center] in
        RemotePoster(center).postHere(.significantTimeChange)
      }
      bus.center.post(.didReceiveMemoryWarning, userInfo: ["token": token])
    }
    #expect(second == nil)
    #expect(heard == [.didReceiveMemoryWarning, .didReceiveMemoryWarning, .significantTimeChange])
    #expect(bus.calls == ["it.didReceiveMemoryWarning", "it.significantTimeChange"])
  }

  @Test("an end that the values of a former launch post comes after the launch (56, 59)")
  func formerLaunchValuesPostTheEnd() {
    let bus = TestBus()
    bus.attach("it")
    let token = Token { [center = bus.center] in RemotePoster(center).postHere(.willTerminate) }
    bus.center.post(.didFinishLaunching, userInfo: ["token": consume token])
    bus.post(.didFinishLaunching)
    #expect(bus.calls == ["it.didFinishLaunching", "it.didFinishLaunching", "it.willTerminate"])
  }

  @Test("a post that waits is released with the last mediator of its center (14, 59)")
  func lostPost() {
    let bus = TestBus()
    let other = NotificationCenter()
    var second: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: bus.center)
    second?.observe(other)
    let released = LockedFlag()
    bus.attach("it") { _ in
      let token = Token { released.set() }
      other.post(.didReceiveMemoryWarning, userInfo: ["token": token])
      second = nil
    }
    bus.post(.didEnterBackground)
    #expect(second == nil && released.value)
  }

  @Test("a center may end while its posts are delivered before the end of the app (14, 56)")
  func centerOfQueuedPosts() {
    let bus = TestBus()
    let other = NotificationCenter()
    var second: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: bus.center)
    second?.observe(other)
    second?.on(.didReceiveMemoryWarning) { _ in second = nil }
    bus.attach("it") { [center = bus.center] context in
      guard context.event == .didEnterBackground else { return }
      other.post(.didReceiveMemoryWarning)
      other.post(.significantTimeChange)
      center.post(.willTerminate)
    }
    bus.post(.didEnterBackground)
    #expect(second == nil)
    #expect(bus.calls == ["it.didEnterBackground", "it.willTerminate"])
  }

  @Test("a mediator that goes while a linked center delivers is let go after the event (14, 59)")
  func mediatorOfLinkedCenter() {
    let bus = TestBus()
    let other = NotificationCenter()
    let shared = AppLifecycleMediator(notificationCenter: other)
    shared.observe(bus.center)
    var second: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: other)
    weak let relay = second?.relay
    bus.attach("it") { _ in second = nil }
    bus.post(.didEnterBackground)
    #expect(second == nil && relay == nil)
  }

  @Test("a chain of such posts ends in one post (59)")
  func chain() {
    let bus = TestBus()
    let chain = Chain(bus.center)
    bus.attach("it") { context in if context.event == .significantTimeChange { chain.post() } }
    bus.post(.significantTimeChange)
    #expect(chain.left == 0)
    #expect(bus.calls.count == 1_001)
  }

  /// Posts a token whose release posts the next one.
  @MainActor
  private final class Chain {
    let center: NotificationCenter
    var left = 1_000

    init(_ center: NotificationCenter) { self.center = center }

    func post() {
      guard left > 0 else { return }
      left -= 1
      let token = Token { MainActor.assumeIsolated { self.post() } }
      center.post(.didReceiveMemoryWarning, userInfo: ["token": token])
    }
  }

  @Test("posts of threads whose tokens post on release are all delivered (59)")
  func threads() async {
    let bus = TestBus()
    bus.attach("it")
    let count = 200
    let poster = RemotePoster(bus.center)
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<4 {
      Thread {
        for _ in 0..<count {
          let token = Token { poster.postHere(.didReceiveMemoryWarning) }
          poster.postHere(.significantTimeChange, userInfo: ["token": token])
        }
        ended.signal()
      }.start()
    }
    await Task.detached { for _ in 0..<4 { ended.block() } }.value
    for _ in 0..<1_000 where bus.calls.count < 8 * count { await Task.yield() }
    #expect(bus.calls.count == 8 * count)
  }

  @Test("an urgent end finishes the earlier posts of each center of its mediator (56)")
  func twoCenters() {
    let (first, second) = (NotificationCenter(), NotificationCenter())
    let mediator = AppLifecycleMediator(notificationCenter: first)
    mediator.observe(second)
    var calls: [AppLifecycleEvent] = []
    mediator.on { context in
      calls.append(context.event)
      guard context.event == .didBecomeActive else { return }
      second.post(.willResignActive)
      first.post(.willTerminate)
      #expect(calls == [.didBecomeActive, .willResignActive, .willTerminate])
    }
    first.post(.didBecomeActive)
    #expect(calls == [.didBecomeActive, .willResignActive, .willTerminate])
  }

  @Test("2,000 mediators and groups on one center come, receive and go (63)")
  func manyMediators() {
    let center = NotificationCenter()
    var heard = 0
    var mediators = (0..<2_000).map { _ in
      let mediator = AppLifecycleMediator(notificationCenter: center)
      mediator.on { _ in heard += 1 }
      return mediator
    }
    center.post(.didBecomeActive)
    #expect(heard == 2_000)
    mediators.removeSubrange(500..<1_500)
    center.post(.willResignActive)
    #expect(heard == 3_000)
    mediators = []
    center.post(.didEnterBackground)
    #expect(heard == 3_000)
  }
}
