import LifecycleBus
import Listeners
import TestSupport
import Testing

/// Rules that hold for each listener of the module.
@MainActor
@Suite("Every listener")
struct EveryListenerTests {
  enum Kind: CaseIterable {
    case group, recording, log, startup, foreground, sessions

    @MainActor
    func make() -> any AppLifecycleListener & AnyObject {
      switch self {
      case .group:
        ListenerGroup { RecordingListener() }
      case .recording:
        RecordingListener()
      case .log:
        EventLog(sink: { _ in })
      case .startup:
        StartupCommands {
          StartupCommand("now") {}
          StartupCommand("later", timeLimit: nil) {}
        }
      case .foreground:
        ForegroundTask {}
      case .sessions:
        SessionTracker(file: TemporaryFolder().file("session"))
      }
    }
  }

  @Test(
    "attached twice and late, it goes through any two scenarios (5, 21)",
    arguments: Kind.allCases, AppLifecycleScenario.all)
  func anyScenario(kind: Kind, first: AppLifecycleScenario) {
    for policy in [AppLifecycleMediator.Policy.asPosted, .balanced, .balanced.mirrored] {
      let bus = TestBus(policy: policy)
      first.play(on: bus.center)
      let listener = kind.make()

      let attachment = bus.mediator.attach(listener, replay: .state)
      #expect(bus.mediator.attach(listener, replay: .state) === attachment)
      for second in AppLifecycleScenario.all {
        second.play(on: bus.center)
      }

      #expect(bus.mediator.listenerCount == 1)
    }
  }

  @Test(
    "attached weakly or to a released mediator, it is freed with its last reference (13, 14)",
    arguments: Kind.allCases)
  func mediatorGoesFirst(kind: Kind) {
    let bus = TestBus()
    weak var listener: (any AppLifecycleListener & AnyObject)?

    do {
      let made = kind.make()
      listener = made
      bus.mediator.attach(weakly: made)
      let other = AppLifecycleMediator(listeners: [made], notificationCenter: bus.center)
      bus.post(.didFinishLaunching)
      #expect(other.listenerCount == 1)
    }
    bus.post(.didBecomeActive)

    #expect(listener == nil)
    #expect(bus.mediator.listenerCount == 0)
  }
}
