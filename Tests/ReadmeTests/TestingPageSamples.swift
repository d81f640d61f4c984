import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners
import Testing

/// The samples of the page "Testing". They are tests themselves.
@Suite("The samples of the page Testing")
enum TestingPage {
  final class Drafts: AppLifecycleListener, AppURLOpening {
    var text = ""
    private(set) var saved: [String] = []

    func onAppDidEnterBackground() { saved.append(text) }

    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
      text = url.lastPathComponent
      return url.scheme == "draft"
    }
  }

  @MainActor
  @Suite("Drafts")
  struct DraftsTests {
    let center = NotificationCenter()
    let drafts = Drafts()
    let mediator: AppLifecycleMediator

    init() {
      mediator = AppLifecycleMediator(
        listeners: [drafts], policy: .lifecycle, notificationCenter: center)
    }

    @Test("leaving the app saves the draft once")
    func leaving() {
      AppLifecycleScenario.coldLaunchWithScenes.play(on: center)
      drafts.text = "Dear diary"
      AppLifecycleScenario.toBackground.play(on: center)
      #expect(drafts.saved == ["Dear diary"])
      #expect(mediator.state == .background)
    }
  }

  final class ManualClock: Clock, @unchecked Sendable {
    // Proof for @unchecked: `time` is read and written under `lock` only.
    private let lock = NSLock()
    private var time = ContinuousClock.now
    let minimumResolution = Duration.nanoseconds(1)

    var now: ContinuousClock.Instant { lock.withLock { time } }

    func advance(by duration: Duration) { lock.withLock { time += duration } }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      while now < deadline {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
  }
}

extension TestingPage.DraftsTests {
  typealias Drafts = TestingPage.Drafts
  typealias ManualClock = TestingPage.ManualClock

  @Test("each scenario saves at most once each time it is played")
  func strangeSequences() {
    for scenario in AppLifecycleScenario.all {
      let (center, drafts) = (NotificationCenter(), Drafts())
      let mediator = AppLifecycleMediator(
        listeners: [drafts], policy: .lifecycle, notificationCenter: center)
      (scenario + scenario).play(on: center)
      #expect(drafts.saved.count <= 2, "\(scenario.name), \(mediator.state)")
    }
  }

  @Test("a post from another task has been delivered when it returns")
  func otherTask() async throws {
    let recording = RecordingListener()
    mediator.attach(recording)
    await Task.detached { [center] in _ = await center.post(.didFinishLaunching) }.value
    #expect(recording.events == [.didFinishLaunching])
  }

  @Test("the app is locked after five minutes away")
  func lock() {
    let clock = ManualClock()
    var isLocked = false
    mediator.attach(ReturnAction(after: .seconds(300), clock: clock) { _ in isLocked = true })
    AppLifecycleScenario.coldLaunchWithScenes.play(on: center)
    AppLifecycleScenario.toBackground.play(on: center)
    clock.advance(by: .seconds(300))
    AppLifecycleScenario.toForeground.play(on: center)
    #expect(isLocked)
  }

  @Test("the clock wakes what sleeps")
  func sleep() async throws {
    let clock = ManualClock()
    let deadline = clock.now + .seconds(300)
    let sleeper = Task { try await clock.sleep(until: deadline, tolerance: nil) }
    clock.advance(by: .seconds(300))
    try await sleeper.value
  }
}
