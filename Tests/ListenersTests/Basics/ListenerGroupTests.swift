import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("Listener group")
struct ListenerGroupTests {
  private let bus = TestBus()
  private let group = ListenerGroup("outer")
  /// What listeners that keep no journal of the bus have written.
  private let journal = CallJournal()

  @Test(
    "a group hears as its children would without it, at any depth (1, 2)",
    arguments: [AppLifecycleMediator.Policy.relay, .lifecycle, .lifecycle.mirrored],
    AppLifecycleEvent.named)
  func order(policy: AppLifecycleMediator.Policy, event: AppLifecycleEvent) {
    let (flat, nested) = (TestBus(policy: policy), TestBus(policy: policy))
    for name in ["1", "2", "3", "4"] { flat.attach(name) }
    nested.attach("1")
    nested.mediator.attach(
      ListenerGroup("outer") {
        nested.listener("2")
        ListenerGroup("inner") { nested.listener("3") }
      })
    nested.attach("4")
    for bus in [flat, nested] {
      bus.post(.didFinishLaunching, .didBecomeActive)
      bus.clear()
      bus.post(event)
    }
    #expect(nested.calls == flat.calls)
  }

  @Test(
    "children of higher priority hear earlier on the way up, and mirrored later on the way down (3)",
    arguments: [
      (AppLifecycleEvent.didFinishLaunching, ["5", "5'", "0", "0'", "-1"]),
      (.didEnterBackground, ["-1", "0'", "0", "5'", "5"]),
    ])
  func priority(event: AppLifecycleEvent, expected: [String]) {
    let bus = TestBus(policy: .relay.mirrored)
    for (name, priority) in [("0", 0), ("-1", -1), ("5", 5), ("5'", 5), ("0'", 0)] {
      group.attach(bus.listener(name), priority: priority)
    }
    bus.mediator.attach(group)
    bus.post(event)
    #expect(bus.calls == expected.map { "\($0).\(event)" })
  }

  @Test("a child detached before its turn is not called (7)", arguments: AppLifecycleEvent.named)
  func detachedBeforeItsTurn(event: AppLifecycleEvent) {
    let (second, third) = (bus.listener("second"), EveryMethodListener("third", journal))
    bus.mediator.attach(group)
    var attachment: AppLifecycleAttachment?
    group.attach(
      bus.listener("first") { _ in
        group.detach(second)
        attachment?.detach()
      })
    group.attach(second)
    attachment = group.attach(third)
    bus.post(event)
    #expect(bus.calls == ["first.\(event)"])
    #expect(journal.lines == [])
    #expect(group.listenerCount == 1)
  }

  @Test(
    "a child hears its own method and the one for all events, also if it detaches itself (4, 8, 55)",
    arguments: [false, true])
  func bothMethods(detaches: Bool) {
    var attachment: AppLifecycleAttachment?
    attachment = group.attach(
      TypedListener {
        journal.write($0)
        if detaches { attachment?.detach() }
      })
    group.attach(ClosureListener { journal.write("second \($0.event)") })
    bus.mediator.attach(group)
    bus.post(.didBecomeActive, .willResignActive)
    let heard = ["onAppDidBecomeActive", "onAppEvent", "second didBecomeActive"]
    #expect(journal.lines == heard + (detaches ? [] : ["onAppEvent"]) + ["second willResignActive"])
    #expect(attachment?.isAttached != detaches)
  }

  @Test("a child that is freed by its own callback is not called again and does not crash (8)")
  func freedInItsCallback() {
    weak var child: JournalingListener?
    do {
      let listener = bus.listener("child") { _ in child.map { group.detach($0) } }
      child = listener
      group.attach(listener)
    }
    bus.mediator.attach(group)
    bus.post(.didBecomeActive, .willResignActive)
    #expect(bus.calls == ["child.didBecomeActive"])
    #expect(child == nil)
  }

  @Test("a child attached during an event hears the next one, once (10)")
  func attachedDuringAnEvent() {
    let late = bus.listener("late")
    group.attach(bus.listener("first") { _ in group.attach(late) })
    bus.mediator.attach(group)
    bus.post(.didFinishLaunching, .didBecomeActive)
    #expect(
      bus.calls == ["first.didFinishLaunching", "first.didBecomeActive", "late.didBecomeActive"])
  }

  @Test("a child of an inner group can be detached from the outside, in its own event (11)")
  func detachedInnerGroup() {
    let inner = ListenerGroup("inner") { bus.listener("inside") }
    group.attach(bus.listener("first") { _ in group.detach(inner) })
    group.attach(inner)
    bus.mediator.attach(group)
    bus.post(.didBecomeActive)
    #expect(bus.calls == ["first.didBecomeActive"])
  }

  @Test("the same object is one child, in its first place, and in the last when it comes back (5)")
  func attachedTwice() {
    let first = bus.listener("first")
    let attachment = group.attach(first)
    group.attach(bus.listener("second"))
    let again = group.attach(first)
    bus.mediator.attach(group)
    bus.mediator.attach(group)
    bus.post(.didBecomeActive)
    #expect(bus.calls == ["first.didBecomeActive", "second.didBecomeActive"])
    again.detach()
    again.detach()
    #expect(!attachment.isAttached)
    #expect(group.listenerCount == 1)
    group.attach(first)
    bus.clear()
    bus.post(.willResignActive)
    #expect(bus.calls == ["second.willResignActive", "first.willResignActive"])
  }

  @Test("a group attached late passes on what is replayed to it (21)")
  func replay() {
    bus.post(.didFinishLaunching, .didBecomeActive)
    let recording = RecordingListener()
    bus.mediator.attach(ListenerGroup { recording }, replay: .state)
    #expect(recording.events == [.didFinishLaunching, .willEnterForeground, .didBecomeActive])
    #expect(recording.contexts.allSatisfy { $0.origin == .replayed })
  }

  @Test(
    "children answer requests where the group stands, at any depth, until they are detached (7)",
    arguments: [false, true])
  func requests(isDetached: Bool) throws {
    let inner = ListenerGroup("inner")
    func opener(_ name: String, answer: Bool = false, _ act: @escaping @MainActor () -> Void = {})
      -> Opener
    {
      Opener {
        journal.write(name)
        act()
        return answer
      }
    }
    let inside = opener("inside", answer: true)
    inner.attach(inside)
    group.attach(inner)
    bus.mediator.attach(opener("before"))
    bus.mediator.attach(group)
    bus.mediator.attach(opener("after"))
    group.attach(opener("important") { if isDetached { inner.detach(inside) } }, priority: 1)
    let url = try #require(URL(string: "journal://today"))
    #expect(bus.mediator.askToOpen(url) != isDetached)
    #expect(journal.lines == ["before", "important"] + (isDetached ? [] : ["inside"]) + ["after"])
  }

  @Test("a group's attachment outlives the group and keeps nothing alive")
  func attachmentAfterTheGroup() {
    weak var child: JournalingListener?
    var attachment: AppLifecycleAttachment?
    do {
      let listener = bus.listener("child")
      child = listener
      attachment = ListenerGroup().attach(listener)
    }
    #expect(child == nil)
    attachment?.detach()
    #expect(attachment?.isAttached == false)
  }

  @Test("a group whose mediator goes first hears nothing more")
  func mediatorGoesFirst() {
    group.attach(bus.listener("child"))
    var mediator: AppLifecycleMediator? = AppLifecycleMediator(
      listeners: [group], notificationCenter: bus.center)
    #expect(mediator?.listenerCount == 1)
    mediator = nil
    bus.post(.didBecomeActive)
    #expect(bus.calls.isEmpty)
  }

  @Test(
    "50,000 children are attached and detached in mixed order",
    .timeLimit(.minutes(hangMinutes)))
  func manyChildren() {
    var random = SeededGenerator(seed: 3)
    var attachments = (0..<50_000).map { group.attach(RecordingListener(), priority: $0 % 5) }
    attachments.shuffle(using: &random)
    for attachment in attachments.dropLast(3) { attachment.detach() }
    #expect(group.listenerCount == 3)
    #expect(attachments.suffix(3).filter(\.isAttached).count == 3)
  }

  @Test("a child is told of the mediators that its group is attached to at that moment (61)")
  func mediators() {
    let other = TestBus()
    let inner = ListenerGroup()
    group.attach(inner)
    func told() -> [AppLifecycleMediator] {
      let guest = Guest()
      inner.attach(guest)
      return guest.mediators
    }
    let attachment = bus.mediator.attach(group)
    other.mediator.attach(group)
    bus.mediator.detach(group)
    bus.mediator.attach(group)
    #expect(told().count == 2)
    attachment.detach()
    bus.mediator.detach(group)
    #expect(told().map { $0 === other.mediator } == [true])
    group.detach(inner)
    #expect(told().isEmpty)
  }

  @Test("a child that is attached while another one is told of a mediator is told once (61)")
  func attachedWhileToldOfTheMediator() {
    let late = Guest()
    group.attach(Guest { group.attach(late) })
    bus.mediator.attach(group)
    #expect(late.mediators.count == 1)
  }

  @Test("a group prints as a tree")
  func tree() {
    let group = ListenerGroup("media") {
      RecordingListener()
      ListenerGroup("sound") {
        ClosureListener("player") { _ in }
        ListenerGroup("empty")
      }
      ClosureListener("purge") { _ in }
    }
    #expect(
      "\(group)" == """
        media
        ├─ RecordingListener
        ├─ sound
        │  ├─ player
        │  └─ empty
        └─ purge
        """)
  }

  #if os(macOS) || os(Linux)
    @Test("a group that is attached to itself, at any depth, stops the program")
    func cycle() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let outer = ListenerGroup()
          outer.attach(ListenerGroup { outer })
        }
      }
    }
  #endif
}

/// Writes down which of two methods was called.
private final class TypedListener: AppLifecycleListener {
  private let note: @MainActor (String) -> Void

  init(_ note: @escaping @MainActor (String) -> Void) { self.note = note }

  func onAppDidBecomeActive() { note("onAppDidBecomeActive") }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) { note("onAppEvent") }
}

/// Keeps the mediators of its attachments.
private final class Guest: AppLifecycleListener {
  private(set) var mediators: [AppLifecycleMediator] = []
  private let action: @MainActor () -> Void

  init(_ action: @escaping @MainActor () -> Void = {}) { self.action = action }

  func onAttach(to mediator: AppLifecycleMediator) {
    mediators.append(mediator)
    action()
  }
}

/// Answers one request.
private final class Opener: AppURLOpening {
  private let answer: @MainActor () -> Bool

  init(_ answer: @escaping @MainActor () -> Bool) { self.answer = answer }

  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool { answer() }
}
