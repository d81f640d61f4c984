import Foundation
import LifecycleBus
import Listeners
import TestSupport
import Testing

/// An optimized build may release an object before the assignment that seems to do it, so these
/// tests are run as a debug and as a release build.
@MainActor
@Suite("The order of releases")
struct ReleaseOrderTests {
  private let center = NotificationCenter()
  private let journal = CallJournal()

  /// What is posted with an event: acts when the last reference to it goes.
  private final class Payload {
    private let act: ActingListener.Act

    init(_ act: @escaping ActingListener.Act) { self.act = act }

    deinit { MainActor.assumeIsolated(act) }
  }

  /// A mediator with a listener that posts from its callback of a screenshot.
  private func mediator(
    _ policy: AppLifecycleMediator.Policy, inCallback act: @escaping ActingListener.Act
  ) -> AppLifecycleMediator {
    AppLifecycleMediator(
      listeners: [journal.listener("a", acts: [.userDidTakeScreenshot: act])],
      policy: policy, notificationCenter: center)
  }

  /// Posts an event with a payload that acts in its deinit, and that has no other owner.
  private func post(_ event: AppLifecycleEvent, deinit act: @escaping ActingListener.Act) {
    center.post(event, userInfo: ["payload": Payload(act)])
  }

  @Test(
    "an end that a payload's deinit posts is heard when its post returns (56, 59, 72)",
    arguments: AppLifecycleMediator.Policy.both)
  func payloadPostsTheEnd(policy: AppLifecycleMediator.Policy) {
    let mediator = mediator(policy) { [self] in
      post(.didReceiveMemoryWarning) {
        center.post(.willTerminate)
        journal.write("returned")
      }
    }
    center.post(.userDidTakeScreenshot)
    #expect(
      journal.lines == [
        "a userDidTakeScreenshot", "a didReceiveMemoryWarning", "a willTerminate", "returned",
      ])
    withExtendedLifetime(mediator) {}
  }

  @Test(
    "an event and then the end, posted by a payload's deinit, are each heard once (59, 72)",
    arguments: AppLifecycleMediator.Policy.both)
  func payloadPostsTwoEvents(policy: AppLifecycleMediator.Policy) {
    let mediator = mediator(policy) { [self] in
      post(.didReceiveMemoryWarning) {
        center.post(.significantTimeChange)
        center.post(.willTerminate)
        journal.write("returned")
      }
    }
    center.post(.userDidTakeScreenshot)
    #expect(
      journal.lines == [
        "a userDidTakeScreenshot", "a didReceiveMemoryWarning", "a significantTimeChange",
        "a willTerminate", "returned",
      ])
    withExtendedLifetime(mediator) {}
  }

  @Test(
    "what a payload's deinit posts comes after the posts that wait (59, 72)",
    arguments: AppLifecycleMediator.Policy.both)
  func payloadPostsBehindOthers(policy: AppLifecycleMediator.Policy) {
    let mediator = mediator(policy) { [self] in
      post(.didReceiveMemoryWarning) { center.post(.backgroundRefreshStatusDidChange) }
      post(.significantTimeChange) { center.post(.protectedDataWillBecomeUnavailable) }
      center.post(.protectedDataDidBecomeAvailable)
    }
    center.post(.userDidTakeScreenshot)
    #expect(
      journal.lines(of: "a") == [
        "userDidTakeScreenshot", "didReceiveMemoryWarning", "significantTimeChange",
        "protectedDataDidBecomeAvailable", "backgroundRefreshStatusDidChange",
        "protectedDataWillBecomeUnavailable",
      ])
    withExtendedLifetime(mediator) {}
  }

  @Test("what a payload's deinit posts during an end comes after it (59, 72)")
  func payloadPostsDuringTheEnd() {
    let mediator = mediator(.relay) { [self] in
      post(.didReceiveMemoryWarning) { center.post(.significantTimeChange) }
      center.post(.willTerminate)
      journal.write("returned")
    }
    center.post(.userDidTakeScreenshot)
    #expect(
      journal.lines == [
        "a userDidTakeScreenshot", "a didReceiveMemoryWarning", "a willTerminate", "returned",
        "a significantTimeChange",
      ])
    withExtendedLifetime(mediator) {}
  }

  @Test("an event's detached listeners go after it, and then its payload (59, 72)")
  func detachedThenPayload() {
    let (journal, live) = (journal, LiveCount())
    let mediator = mediator(.relay) { [self] in
      post(.didReceiveMemoryWarning) { journal.write("payload freed") }
      center.post(.significantTimeChange)
    }
    let attachments = ["x", "y"].map { name in
      mediator.attach(live.listener(onDeinit: { journal.write("\(name) freed") }))
    }
    mediator.on(.didReceiveMemoryWarning) { _ in
      for attachment in attachments.reversed() { attachment.detach() }
      journal.write("detached")
    }
    mediator.attach(journal.listener("b"))
    center.post(.userDidTakeScreenshot)
    #expect(
      journal.lines == [
        "a userDidTakeScreenshot", "b userDidTakeScreenshot", "a didReceiveMemoryWarning",
        "detached", "b didReceiveMemoryWarning", "y freed", "x freed", "payload freed",
        "a significantTimeChange", "b significantTimeChange",
      ])
  }

  /// Passes events on to a group, and notes when the group has returned.
  private struct Passer: AppLifecycleListener {
    let group: ListenerGroup
    let journal: CallJournal

    func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
      group.receive(event, context: context)
      journal.write("\(event) passed on")
    }
  }

  @Test("a child that an end in its group's callback detaches goes after the end (56, 72)")
  func childDetachedByAnEnd() {
    let (center, journal, group, live) = (center, journal, ListenerGroup(), LiveCount())
    let mediator = mediator(.relay) {}
    mediator.attach(Passer(group: group, journal: journal))
    group.attach(ClosureListener("", .didReceiveMemoryWarning) { _ in center.post(.willTerminate) })
    let child = group.attach(live.listener(onDeinit: { journal.write("freed") }))
    mediator.on(.willTerminate) { _ in child.detach() }
    center.post(.didReceiveMemoryWarning)
    #expect(
      journal.lines == [
        "a didReceiveMemoryWarning", "a willTerminate", "willTerminate passed on", "freed",
        "didReceiveMemoryWarning passed on",
      ])
  }

  /// How each listener of a chain is attached.
  enum Attachment: CaseIterable, Sendable {
    case kept, weaklyAndThenKept, byTheOwnerOfAWeakOne, inOneGroup, inAGroupOfItsOwn
  }

  /// Listeners that have no owner but the mediator. The deinit of each detaches the next one.
  @MainActor
  private final class Chain {
    let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())
    private let group = ListenerGroup()
    private var attachments: [AppLifecycleAttachment] = []
    private let live = LiveCount()
    private var depth = 0
    /// How many deinits ran inside one another.
    private(set) var deepest = 0
    var count: Int { live.count }

    init(_ length: Int, _ attachment: Attachment) {
      if attachment == .inOneGroup { mediator.attach(group) }
      attachments = (0..<length).map { attach(live.listener(onDeinit: link($0)), attachment) }
    }

    func detachFirst() { attachments.first?.detach() }

    private func link(_ index: Int) -> ActingListener.Act {
      { [unowned self] in
        depth += 1
        deepest = max(deepest, depth)
        if index + 1 < attachments.count { attachments[index + 1].detach() }
        depth -= 1
      }
    }

    private func attach(_ listener: CountedListener, _ attachment: Attachment)
      -> AppLifecycleAttachment
    {
      switch attachment {
      case .kept: return mediator.attach(listener)
      case .weaklyAndThenKept:
        mediator.attach(weakly: listener)
        return mediator.attach(listener)
      case .byTheOwnerOfAWeakOne:
        mediator.attach(weakly: listener)
        return mediator.attach(ClosureListener { _ in withExtendedLifetime(listener) {} })
      case .inOneGroup: return group.attach(listener)
      case .inAGroupOfItsOwn: return mediator.attach(ListenerGroup { listener })
      }
    }
  }

  @Test(
    "a chain of listeners that detach each other in their deinits is no recursion (59, 72)",
    arguments: Attachment.allCases, [1_000, Sanitizer.rounds(100_000)])
  func chain(attachment: Attachment, length: Int) {
    let chain = Chain(length, attachment)
    #expect(chain.count == length)
    chain.detachFirst()
    #expect(chain.count == 0)
    #expect(chain.deepest == 1)
  }

  @Test(
    "a chain of detaching deinits that a callback begins is no recursion (59, 72)",
    arguments: Attachment.allCases, [1_000, Sanitizer.rounds(20_000)])
  func chainInCallback(attachment: Attachment, length: Int) {
    let chain = Chain(length, attachment)
    chain.mediator.on(.didBecomeActive) { [unowned chain] _ in
      chain.detachFirst()
      #expect(chain.count == length, "A listener was released during the event.")
    }
    chain.mediator.post(.didBecomeActive)
    #expect(chain.count == 0)
    #expect(chain.deepest == 1)
  }
}
