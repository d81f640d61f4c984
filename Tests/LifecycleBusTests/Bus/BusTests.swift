import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

@MainActor
@Suite("One bus for each center")
struct BusTests {
  let center = NotificationCenter()

  /// Writes "name.event" for each event that a mediator of this name hears.
  private final class Log {
    var lines: [String] = []
  }

  private let log = Log()

  private func mediator(
    _ name: String, policy: AppLifecycleMediator.Policy = .relay,
    perform action: @escaping @MainActor (AppLifecycleContext) -> Void = { _ in }
  ) -> AppLifecycleMediator {
    let mediator = AppLifecycleMediator(policy: policy, notificationCenter: center)
    mediator.on { [log] in
      log.lines.append("\(name).\($0.event)")
      action($0)
    }
    return mediator
  }

  @Test("a post in a callback has one order for all mediators (49)")
  func postFromCallback() {
    let first = mediator("1") { [center] in
      if $0.event == .didEnterBackground { center.post(.willEnterForeground) }
    }
    let second = mediator("2", policy: .lifecycle)
    center.post(.didFinishLaunching)
    center.post(.didEnterBackground)
    #expect(first.state == .inactive && second.state == .inactive)
    #expect(
      log.lines == [
        "1.didFinishLaunching", "2.didFinishLaunching", "1.didEnterBackground",
        "2.didEnterBackground", "1.willEnterForeground", "2.willEnterForeground",
      ])
  }

  @Test("mediators are called in the order of creation (49)")
  func orderOfMaking() {
    let mediators = (0..<50).map { mediator("\($0)") }
    center.post(.didBecomeActive)
    #expect(log.lines == (0..<50).map { "\($0).didBecomeActive" })
    withExtendedLifetime(mediators) {}
  }

  @Test("a mediator that takes up a name later keeps its place (49)")
  func lateName() {
    let first = mediator("1")
    let second = mediator("2")
    let name = Notification.Name("KioskDidSleep")
    let kiosk = AppLifecycleVocabulary([.didEnterBackground: name])
    second.observe(center, vocabulary: kiosk)
    first.observe(center, vocabulary: kiosk)
    first.observe(center, vocabulary: kiosk)
    center.post(name: name, object: nil)
    #expect(log.lines == ["1.didEnterBackground", "2.didEnterBackground"])
  }

  @Test("observing a center twice delivers each event once")
  func observedTwice() {
    let mediator = mediator("it")
    mediator.observe(center)
    mediator.observe(center)
    center.post(.didBecomeActive)
    #expect(log.lines == ["it.didBecomeActive"])
  }

  @Test("mediator.post uses its own center and names")
  func ownPost() {
    let names: [AppLifecycleEvent: Notification.Name] = [.didBecomeActive: .init("KioskDidWake")]
    let kiosk = AppLifecycleMediator(vocabulary: .init(names), notificationCenter: center)
    var heard: [String] = []
    kiosk.on { heard.append("\($0.event) \($0.userInfo?["a"] ?? "")") }
    #expect(kiosk.post(.didBecomeActive, userInfo: ["a": "b"]))
    #expect(!kiosk.post(.willTerminate))
    #expect(heard == ["didBecomeActive b"])
  }

  @Test("a mediator made in a callback hears the next event")
  func madeInCallback() {
    var late: AppLifecycleMediator?
    let first = mediator("1") { _ in if late == nil { late = mediator("2") } }
    center.post(.didBecomeActive)
    center.post(.willResignActive)
    #expect(log.lines == ["1.didBecomeActive", "1.willResignActive", "2.willResignActive"])
    withExtendedLifetime((first, late)) {}
  }

  // MARK: Lifetime

  @Test("a mediator released before its turn receives each event that its name stands for (69)")
  func releasedBeforeTwoEvents() {
    let name = Notification.Name("KioskDidSleep")
    var second: AppLifecycleMediator?
    let first = mediator("1") { _ in second = nil }
    first.observe(center, vocabulary: AppLifecycleVocabulary([.didEnterBackground: name]))
    second = mediator("2")
    second?.observe(center, vocabulary: AppLifecycleVocabulary([.willResignActive: name]))
    second?.observe(center, vocabulary: AppLifecycleVocabulary([.didEnterBackground: name]))
    center.post(name: name, object: nil)
    center.post(name: name, object: nil)
    #expect(
      log.lines == [
        "1.didEnterBackground", "2.willResignActive", "2.didEnterBackground",
        "1.didEnterBackground",
      ])
  }

  @Test("the last mediator releases the center")
  func lifetime() {
    weak var weakCenter: NotificationCenter?
    do {
      let center = NotificationCenter()
      weakCenter = center
      var first: AppLifecycleMediator? = AppLifecycleMediator(notificationCenter: center)
      let second = AppLifecycleMediator(notificationCenter: center)
      first = nil
      withExtendedLifetime((first, second)) {}
    }
    #expect(weakCenter == nil)
  }

  @Test("the last mediator can be released during a post (14)")
  func goesDuringPost() {
    let last = Slot<AppLifecycleMediator>()
    last.value = mediator("it") { _ in last.value = nil }
    center.post(.didBecomeActive)
    center.post(.didBecomeActive)
    #expect(log.lines == ["it.didBecomeActive"])
  }

  @Test("a mediator made while the last one goes waits for the current event (14, 49)")
  func madeWhileTheLastGoes() {
    let current = Slot<AppLifecycleMediator>()
    var next: AppLifecycleMediator?
    current.value = mediator("1") { [center] _ in
      current.value = nil
      next = self.mediator("2")
      center.post(.willResignActive)
    }
    current.value?.on { [log] in log.lines.append("1 again.\($0.event)") }
    center.post(.didBecomeActive)
    #expect(log.lines == ["1.didBecomeActive", "1 again.didBecomeActive", "2.willResignActive"])
    center.post(.didBecomeActive)
    #expect(log.lines.last == "2.didBecomeActive")
    withExtendedLifetime(next) {}
  }

  @Test("both buses end when their mediator goes in a callback of one (14)")
  func bothEnd() {
    weak var centerOfCallback: NotificationCenter?
    weak var otherCenter: NotificationCenter?
    do {
      let (center, other) = (NotificationCenter(), NotificationCenter())
      (centerOfCallback, otherCenter) = (center, other)
      let last = Slot<AppLifecycleMediator>()
      last.value = AppLifecycleMediator(notificationCenter: center)
      last.value?.observe(other)
      last.value?.on { _ in
        last.value = nil
        other.post(.willResignActive)
      }
      center.post(.didBecomeActive)
      #expect(last.value == nil)
    }
    #expect(centerOfCallback == nil)
    #expect(otherCenter == nil)
  }

  @Test("no post reaches a mediator released elsewhere (14)")
  func goneElsewhere() async {
    @concurrent func releaseElsewhere(_ mediator: consuming AppLifecycleMediator) async {
      _ = consume mediator
    }
    await releaseElsewhere(mediator("it"))
    center.post(.didBecomeActive)
    #expect(log.lines.isEmpty)
  }

  // MARK: Several centers

  @Test("over two centers one event is relayed at a time (3, 49)")
  func twoCenters() {
    let other = NotificationCenter()
    let first = mediator("1") {
      if $0.event == .didBecomeActive { other.post(.didReceiveMemoryWarning) }
    }
    first.on { [log] in log.lines.append("1b.\($0.event)") }
    let second = mediator("2")
    for mediator in [first, second] { mediator.observe(other) }
    center.post(.didBecomeActive)
    #expect(
      log.lines == [
        "1.didBecomeActive", "1b.didBecomeActive", "2.didBecomeActive",
        "1.didReceiveMemoryWarning", "1b.didReceiveMemoryWarning", "2.didReceiveMemoryWarning",
      ])
  }

  // MARK: Scenes

  @Test("scene and app events keep their mutual order (53)")
  func scenesAndApp() async {
    final class SceneLog: AppSceneListener {
      let log: Log
      init(_ log: Log) { self.log = log }
      func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
        log.lines.append("scene.\(event)")
      }
    }
    let mediator = mediator("app")
    mediator.observeScenes(on: center)
    mediator.attach(SceneLog(log))
    let posted = DispatchSemaphore(value: 0)
    let remote = Unchecked(center)
    Thread {
      let scene = Scene()
      for (event, app) in [
        (AppSceneEvent.willEnterForeground, AppLifecycleEvent.willEnterForeground),
        (.didActivate, .didBecomeActive),
      ] {
        remote.value.post(name: event.notificationName, object: scene)
        HostingCheck.post(app, on: remote.value)
      }
      posted.signal()
    }.start()
    posted.block()
    await nextMainTurn()
    #expect(
      log.lines == [
        "scene.willEnterForeground", "app.willEnterForeground", "scene.didActivate",
        "app.didBecomeActive",
      ])
  }

  private final class Scene: NSObject {}
}
