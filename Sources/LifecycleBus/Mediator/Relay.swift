import Foundation

/// The part of a mediator that its observers hold on to: it takes events in, one at a time, and
/// runs each to its end.
///
/// The mediator owns the relay and closes it when it goes; a relay under way then still ends in
/// order.
@MainActor
final class Relay {
  let policy: AppLifecycleMediator.Policy
  let table = ListenerTable()
  let holds = HoldDesk()
  /// Who answers what, beside the events.
  let requests: RequestDesk
  var transitions: AppLifecycleTransitions
  /// Where the app stood before the event that is being relayed; `nil` between events.
  private(set) var transitionsBefore: AppLifecycleTransitions?
  /// By identity, so that the same object is attached once.
  var attachments: [ObjectIdentifier: AppLifecycleMediator.Attachment] = [:]
  var probe: (any AppLifecycleProbe)?
  var onAnomaly: (@MainActor (AppLifecycleAnomaly) -> Void)?
  /// What came with the launch, for listeners that ask for it later.
  var launchUserInfo: [AnyHashable: Any]?

  private let inbox = PostInbox<PostedEvent>()
  /// Posted while another event was being relayed.
  private var queue: [PostedEvent] = []
  /// Whether the queue holds anything: a plain flag, so that a post with nothing queued does not
  /// open the array.
  private var hasQueued = false
  private var isRelaying = false
  /// The mediator went during a relay; what it kept is let go of when that is over.
  private var mustLetGo = false

  init(policy: AppLifecycleMediator.Policy, initialState: AppLifecycleState) {
    self.policy = policy
    requests = RequestDesk(table: table)
    transitions = AppLifecycleTransitions(initialState: initialState)
    table.onPrune = { [weak self] seat in self?.forget(seat) }
    holds.onExpired = { [weak self] in self?.report(.holdsExpired($0)) }
  }

  nonisolated var isOpen: Bool { inbox.isOpen }

  /// The mediator is gone: nothing that is posted from now on is relayed, and the listeners are let
  /// go of, on the main actor. Left to the observers, the last of them would go on the thread of
  /// whoever is posting just then.
  nonisolated func close() {
    inbox.close()
    if MainActorCheck.isOnMainActor {
      Self.letGoHere(self)
    } else {
      MainActorCheck.later { self.letGo() }
    }
  }

  private nonisolated static let letGoHere: @Sendable (Relay) -> Void = {
    let isolated: @MainActor @Sendable (Relay) -> Void = { $0.letGo() }
    // As with `receiveHere`: `MainActorCheck` has just looked.
    return unsafeBitCast(isolated, to: (@Sendable (Relay) -> Void).self)
  }()

  /// Lets go of everything foreign, at once or at the end of the relay. That may run anybody's
  /// `deinit`, so it comes when nothing is half done.
  private func letGo() {
    guard !isRelaying else {
      mustLetGo = true
      hasQueued = true  // so that whoever relays looks here at the end
      return
    }
    let foreign = (probe, onAnomaly, launchUserInfo)
    probe = nil
    onAnomaly = nil
    launchUserInfo = nil
    attachments = [:]
    table.removeAll()
    withExtendedLifetime(foreign) {}
  }

  // MARK: Taking in

  /// Takes in what an observer heard, on the thread of the post.
  nonisolated func hear(_ event: AppLifecycleEvent, _ userInfo: [AnyHashable: Any]?) {
    if MainActorCheck.isOnMainActor {
      Self.receiveHere(self, event, userInfo)
    } else {
      let posted = PostedEvent(event: event, userInfo: userInfo, isFromElsewhere: true)
      if inbox.append(posted) { MainActorCheck.later { self.fetch() } }
    }
  }

  /// `receive`, callable where `MainActorCheck` has just said that this is the main actor.
  ///
  /// `MainActor.assumeIsolated` would look a second time, and that alone costs a fifth of a bare
  /// post. The cast is what the standard library does once it has looked: the two function types
  /// differ in isolation only.
  private nonisolated static let receiveHere: Entry = {
    let isolated: @MainActor @Sendable (Relay, AppLifecycleEvent, [AnyHashable: Any]?) -> Void = {
      $0.receive($1, $2)
    }
    return unsafeBitCast(isolated, to: Entry.self)
  }()

  private typealias Entry = @Sendable (Relay, AppLifecycleEvent, [AnyHashable: Any]?) -> Void

  private func receive(_ event: AppLifecycleEvent, _ userInfo: [AnyHashable: Any]?) {
    switch inbox.fetch() {
    case .nothing: break
    case .closed: return
    case .events(let earlier): enqueue(earlier)
    }
    if isRelaying || hasQueued {
      enqueue([PostedEvent(event: event, userInfo: userInfo)])
    } else {
      isRelaying = true
      admit(event, userInfo)
      isRelaying = false
    }
    if hasQueued { drain() }
  }

  private func fetch() {
    guard case .events(let waiting) = inbox.fetch() else { return }
    enqueue(waiting)
    drain()
  }

  @inline(never)
  private func enqueue(_ events: [PostedEvent]) {
    queue += events
    hasQueued = true
  }

  /// Relays what was queued, in order, unless somebody further up the stack is at it.
  @inline(never)
  private func drain() {
    guard !isRelaying else { return }
    isRelaying = true
    while hasQueued {
      let batch = queue
      queue = []
      hasQueued = false
      for posted in batch {
        if posted.isFromElsewhere { report(.postedOffMain(posted.event)) }
        admit(posted.event, posted.userInfo)
      }
    }
    isRelaying = false
    if mustLetGo {
      mustLetGo = false
      letGo()
    }
  }

  /// Keeps events that are posted meanwhile in the queue until the body is done.
  func runningToCompletion(_ body: () -> Void) {
    let wasRelaying = isRelaying
    isRelaying = true
    body()
    isRelaying = wasRelaying
    drain()
  }

  // MARK: Passing on

  private func admit(_ event: AppLifecycleEvent, _ userInfo: [AnyHashable: Any]?) {
    if policy.admission == .balanced {
      switch transitions.verdict(on: event) {
      case .drop(let anomaly):
        report(anomaly)
        return
      case .relay(let missing):
        for step in missing {
          report(.synthesized(step, before: event))
          relay(step, origin: .synthesized, userInfo: nil)
        }
      }
    }
    relay(event, origin: .posted, userInfo: userInfo)
  }

  private func relay(
    _ event: AppLifecycleEvent, origin: AppLifecycleContext.Origin, userInfo: [AnyHashable: Any]?
  ) {
    let before = transitions
    transitionsBefore = before
    transitions.advance(by: event)
    if event == .didFinishLaunching {
      // What came with an earlier launch may come back here when it goes, so it goes after the
      // assignment.
      withExtendedLifetime(launchUserInfo) { launchUserInfo = userInfo }
    }
    if event.direction == .up { holds.reopen() }
    if event == .willTerminate { holds.reopenForTheEnd() }
    let context = AppLifecycleContext(
      event: event, state: transitions.state, previousState: before.state, origin: origin,
      order: event.direction == .down ? policy.order : .registration, userInfo: userInfo)
    if let probe {
      probe.relayWillBegin(context)
      table.tell(context, timedBy: probe)
      transitionsBefore = nil
      probe.relayDidEnd(context)
    } else {
      table.tell(context)
      transitionsBefore = nil
    }
  }

  func report(_ anomaly: @autoclosure () -> AppLifecycleAnomaly) {
    onAnomaly?(anomaly())
  }
}
