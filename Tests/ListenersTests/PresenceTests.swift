import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("Whether the user is there")
struct PresenceTests {
  /// One letter an event, and what it means: "+" the user came, "-" left, "." neither.
  static let letters: [Character: AppLifecycleEvent] = [
    "L": .didFinishLaunching, "F": .willEnterForeground, "A": .didBecomeActive,
    "R": .willResignActive, "B": .didEnterBackground, "T": .willTerminate,
    "s": .systemWillSleep, "w": .systemDidWake, "m": .didReceiveMemoryWarning,
  ]

  @Test(
    "the user comes and goes by the events of a phone, a Mac and a sleep",
    arguments: [
      (false, "LFARBFA", "_+__-+_".replacing("_", with: ".")),
      (false, "LARARBA", ".+...-+"),
      (false, "LBFBFA", "..+-+."),  // launched in the background, and shown without input
      (false, "AmRmBm", "+...-."),
      (false, "AswRB", "+-+.-"),  // sleep in the foreground
      (false, "AsBwF", "+-..+"),  // hidden while it slept
      (false, "AsAwB", "+-+.-"),  // used before the wake was told
      (false, "AsswwR", "+-.+.."),
      (false, "ABswsA", "+-...+"),  // sleep in the background
      (false, "ATFA", "+-.."), (false, "LBTA", "...."),
      (true, "LFAR", "..+-"), (true, "LARFA", ".+-.+"), (true, "ARswA", "+-..+"),
      (true, "AswRT", "+-+-."),
    ])
  func table(isMac: Bool, events: String, expected: String) {
    let bus = TestBus(vocabulary: isMac ? .appKit : .uiKit)
    var presence = Presence()
    presence.attach(to: bus.mediator)

    var seen = ""
    for letter in events {
      guard let event = Self.letters[letter] else { continue }

      switch presence.change(by: AppLifecycleContext(event: event)) {
      case .came:
        seen += "+"
      case .left:
        seen += "-"
      case nil:
        seen += "."
      }
    }

    #expect(seen == expected, "\(events)")
  }

  @Test("attached in use the user is there already; a replay brings the user")
  func late() {
    #expect(changes(afterAttachingWith: .none) == [.left])
    #expect(changes(afterAttachingWith: .state) == [.came, .left])
  }

  private func changes(
    afterAttachingWith replay: AppLifecycleMediator.Replay
  ) -> [Presence.Change] {
    let bus = TestBus()
    bus.play(.coldLaunchWithScenes)

    var presence = Presence()
    var changes: [Presence.Change?] = []
    let listener = bus.listener("late") { changes.append(presence.change(by: $0)) }
    bus.mediator.attach(listener, replay: replay)
    bus.post(.didReceiveMemoryWarning)
    #expect(presence.isThere)

    bus.post(.didEnterBackground)
    return changes.compactMap { $0 }
  }
}
