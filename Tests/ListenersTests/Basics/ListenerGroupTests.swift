import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("Listener group")
struct ListenerGroupTests {
  @Test(
    "a group hears as its children would without it, at any depth (1, 2)",
    arguments: [AppLifecycleMediator.Policy.relay, .lifecycle, .lifecycle.mirrored],
    AppLifecycleEvent.named)
  func order(policy: AppLifecycleMediator.Policy, event: AppLifecycleEvent) {
    let flat = TestBus(policy: policy)
    for name in ["1", "2", "3", "4"] { flat.attach(name) }
    let nested = TestBus(policy: policy)
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
    let group = ListenerGroup()
    for (name, priority) in [("0", 0), ("-1", -1), ("5", 5), ("5'", 5), ("0'", 0)] {
      group.attach(bus.listener(name), priority: priority)
    }
    bus.mediator.attach(group)
    bus.post(event)
    #expect(bus.calls == expected.map { "\($0).\(event)" })
  }

  @Test("a child hears its own method and then the one for all events, before the next child (4)")
  func bothMethods() {
    let bus = TestBus()
    var calls: [String] = []
    let group = ListenerGroup {
      TypedListener { calls.append($0) }
      ClosureListener { _ in calls.append("second") }
    }
    bus.mediator.attach(group)
    bus.post(.didBecomeActive)
    #expect(calls == ["onAppDidBecomeActive", "onAppEvent", "second"])
  }

  @Test("a child detached before its turn is not called (7)", arguments: AppLifecycleEvent.named)
  func detachedBeforeItsTurn(event: AppLifecycleEvent) {
    let bus = TestBus()
    let group = ListenerGroup()
    let second = bus.listener("second")
    var typedCalls: [String] = []
    let third = TypedListener { typedCalls.append($0) }
    group.attach(
      bus.listener("first") { [weak group] _ in
        group?.detach(second)
        group?.detach(third)
      })
    group.attach(second)
    group.attach(third)
    bus.mediator.attach(group)
    bus.post(event)
    #expect(bus.calls == ["first.\(event)"])
    #expect(typedCalls == [])
    #expect(group.listenerCount == 1)
  }

  @Test("a child that detaches itself ends its call, and its neighbors hear everything (8, 55)")
  func detachesItself() {
    let bus = TestBus()
    var calls: [String] = []
    let group = ListenerGroup()
    var attachment: AppLifecycleAttachment?
    attachment = group.attach(
      TypedListener {
        calls.append($0)
        attachment?.detach()
      })
    group.attach(bus.listener("second"))
    bus.mediator.attach(group)

    bus.post(.didBecomeActive, .willResignActive)

    #expect(calls == ["onAppDidBecomeActive", "onAppEvent"])
    #expect(bus.calls == ["second.didBecomeActive", "second.willResignActive"])
    #expect(attachment?.isAttached == false)
  }

  @Test("a child that is freed by its own callback is not called again and does not crash (8)")
  func freedInItsCallback() {
    let bus = TestBus()
    let group = ListenerGroup()
    weak var child: JournalingListener?
    do {
      let listener = bus.listener("child") { [weak group] _ in child.map { group?.detach($0) } }
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
    let bus = TestBus()
    let group = ListenerGroup()
    let late = bus.listener("late")
    group.attach(bus.listener("first") { [weak group] _ in group?.attach(late) })
    bus.mediator.attach(group)
    bus.post(.didFinishLaunching, .didBecomeActive)
    #expect(
      bus.calls == [
        "first.didFinishLaunching", "first.didBecomeActive", "late.didBecomeActive",
      ])
  }

  @Test("a child of an inner group can be detached from the outside, in its own event (11)")
  func detachedInnerGroup() {
    let bus = TestBus()
    let inner = ListenerGroup("inner") { bus.listener("inside") }
    let outer = ListenerGroup("outer")
    outer.attach(bus.listener("first") { [weak outer] _ in outer?.detach(inner) })
    outer.attach(inner)
    bus.mediator.attach(outer)
    bus.post(.didBecomeActive)
    #expect(bus.calls == ["first.didBecomeActive"])
  }

  @Test("the same object is one child, in its first place (5)")
  func attachedTwice() {
    let bus = TestBus()
    let group = ListenerGroup()
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
  }

  @Test("detached and attached again, a child has the last place (5)")
  func attachedAgain() {
    let bus = TestBus()
    let first = bus.listener("first")
    let group = ListenerGroup {
      first; bus.listener("second")
    }
    group.detach(first)
    group.attach(first)
    bus.mediator.attach(group)
    bus.post(.didBecomeActive)
    #expect(bus.calls == ["second.didBecomeActive", "first.didBecomeActive"])
  }

  @Test("a group attached late passes on what is replayed to it (21)")
  func replay() {
    let bus = TestBus()
    bus.post(.didFinishLaunching, .didBecomeActive)
    let recording = RecordingListener()
    bus.mediator.attach(ListenerGroup { recording }, replay: .state)
    #expect(recording.events == [.didFinishLaunching, .willEnterForeground, .didBecomeActive])
    #expect(recording.contexts.allSatisfy { $0.origin == .replayed })
  }

  @Test("children answer requests where the group stands, also those attached late and inside")
  func requests() throws {
    let bus = TestBus()
    var asked: [String] = []
    let opener = { (name: String) in
      Opener {
        asked.append(name)
        return name == "inside"
      }
    }
    let group = ListenerGroup("outer") { ListenerGroup("inner") { opener("inside") } }
    bus.mediator.attach(opener("before"))
    bus.mediator.attach(group)
    bus.mediator.attach(opener("after"))
    group.attach(opener("important"), priority: 1)
    let url = try #require(URL(string: "journal://today"))
    #expect(bus.mediator.askToOpen(url))
    #expect(asked == ["before", "important", "inside", "after"])
  }

  @Test("a child that is detached before its turn does not answer a request (7)")
  func requestAfterDetach() throws {
    let bus = TestBus()
    var asked: [String] = []
    let last = Opener {
      asked.append("last")
      return true
    }
    let inner = ListenerGroup("inner") { last }
    let outer = ListenerGroup("outer")
    outer.attach(
      Opener {
        asked.append("first")
        inner.detach(last)
        return false
      })
    outer.attach(inner)
    bus.mediator.attach(outer)
    let url = try #require(URL(string: "journal://today"))
    #expect(!bus.mediator.askToOpen(url))
    #expect(asked == ["first"])
  }

  @Test("a group's attachment outlives the group and keeps nothing alive")
  func attachmentAfterTheGroup() {
    let bus = TestBus()
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
    let bus = TestBus()
    let group = ListenerGroup { bus.listener("child") }
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
    let group = ListenerGroup()
    var random = SeededGenerator(seed: 3)
    var attachments = (0..<50_000).map { group.attach(RecordingListener(), priority: $0 % 5) }
    attachments.shuffle(using: &random)
    for attachment in attachments.dropLast(3) { attachment.detach() }
    #expect(group.listenerCount == 3)
    #expect(attachments.suffix(3).filter(\.isAttached).count == 3)
  }

  @Test("a child is told of the mediators that its group is attached to at that moment (61)")
  func mediators() {
    let (bus, other) = (TestBus(), TestBus())
    let inner = ListenerGroup()
    let outer = ListenerGroup { inner }
    let attachment = bus.mediator.attach(outer)
    other.mediator.attach(outer)
    bus.mediator.detach(outer)
    bus.mediator.attach(outer)
    let both = Guest()
    inner.attach(both)
    #expect(both.mediators.count == 2)

    attachment.detach()
    bus.mediator.detach(outer)
    let late = Guest()
    inner.attach(late)
    #expect(late.mediators.map { $0 === other.mediator } == [true])
    outer.detach(inner)
    let last = Guest()
    inner.attach(last)
    #expect(last.mediators.isEmpty)
  }

  @Test("a child that is attached while another one is told of a mediator is told once (61)")
  func attachedWhileToldOfTheMediator() {
    let bus = TestBus()
    let group = ListenerGroup()
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
