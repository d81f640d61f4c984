import Foundation

/// Delivers all events of the process on the main actor, one at a time.
///
/// Posts wait here in order. The progress of the current post is a stack of steps and nothing else,
/// so that a callback can post `willTerminate`: the queue runs the remaining steps until that post
/// is over, and the outer run finds nothing left. Each step pushes what comes next before it calls
/// code of others.
@MainActor
package final class EventQueue {
  package nonisolated static let shared = EventQueue()

  /// Posts and ended subscribers of other threads.
  private nonisolated let inbox = Locked<[Step]>([])
  /// What waits for the current event, in order.
  private var firstWaiting: Step?
  private var lastWaiting: Step?
  /// What is left of the current event.
  private var top: Step?
  private var released: [AnyObject] = []
  /// True while an outer caller runs the queue.
  private var isRunning = false

  private nonisolated init() {}

  // MARK: Waiting

  /// Appends a notification after the earlier posts of other threads. On the main actor it is
  /// delivered before this returns; in a callback, only an end.
  nonisolated func post(_ notification: Notification, on channel: BusChannel) {
    let post = Post(notification, on: channel)
    if MainActorContext.runIfCurrent({ $0.postHere($1) }, self, post) { return }
    send(post)
  }

  private func postHere(_ post: Post) {
    if hasInbox { takeFromInbox() }
    append(post)
    guard isRunning else { return run() }
    post.isReentrant = true
    // In a callback of its own it waits, so that it may be posted there again and again.
    if post.channel.isUrgent, current?.channel.isUrgent != true { runAll(until: post) }
  }

  /// Closes a subscriber whose owner is gone, after the posts that wait.
  nonisolated func end(_ subscriber: BusSubscriber) {
    let end = Work { subscriber.close() }
    if MainActorContext.runIfCurrent({ $0.endHere($1) }, self, end) { return }
    send(end)
  }

  private func endHere(_ end: Work) {
    // Outside of callbacks a release calls no listener: what other threads have posted is delivered
    // later, and not to this subscriber.
    if isRunning { takeFromInbox() }
    append(end)
    run()
  }

  private nonisolated func send(_ step: Step) {
    let isFirst = inbox.withLock { inbox in
      inbox.append(step)
      return inbox.count == 1
    }
    guard isFirst else { return }
    MainActorContext.later {
      self.takeFromInbox()
      self.run()
    }
  }

  private var hasInbox: Bool { inbox.withLock { !$0.isEmpty } }

  private func takeFromInbox() {
    let steps = inbox.withLock { inbox in
      defer { inbox = [] }
      return inbox
    }
    for step in steps {
      (step as? Post)?.isOffMain = true
      append(step)
    }
  }

  private func append(_ step: Step) {
    if let lastWaiting { lastWaiting.below = step } else { firstWaiting = step }
    lastWaiting = step
  }

  // MARK: Steps

  /// The first step is run first. The queue must be running.
  func push(_ steps: [Step]) {
    for step in steps.reversed() { push(step) }
  }

  func push(_ step: Step) {
    step.below = top
    top = step
  }

  /// Returns when the steps, and the steps that they push, are over. In a callback, their posts
  /// wait.
  func run(_ steps: [Step]) {
    let below = top
    push(steps)
    if isRunning { runSteps(above: below) } else { run() }
  }

  /// The next step first.
  var steps: [Step] { top.map { Array(sequence(first: $0, next: \.below)) } ?? [] }

  /// `nil` in a replay outside of a post.
  var current: Post? { steps.lazy.compactMap { $0 as? Post }.first }

  private func runSteps(above below: Step? = nil) {
    while let step = top, step !== below {
      if step.advance() { continue }
      // An end that was posted in `advance()` has run the rest of the step, and taken it away.
      if top === step { top = step.below }
    }
  }

  /// Does nothing inside another run.
  private func run() {
    if isRunning { return }
    isRunning = true
    runAll()
    isRunning = false
  }

  /// Runs until a post is over, or nothing is left.
  private func runAll(until end: Post? = nil) {
    while true {
      runSteps()
      if !released.isEmpty { releaseAll() }
      guard end?.hasBegun != true, let next = firstWaiting else { return }
      firstWaiting = next.below
      if firstWaiting == nil { lastWaiting = nil }
      next.begin()
      push(next)
    }
  }

  // MARK: Releases

  /// Releases objects of other code: after the current event, or at once if there is none.
  ///
  /// A `deinit` may post an event, which waits, and detach listeners, which are released after it.
  /// So a long chain of objects needs no stack. Hand over the last references with `consume`,
  /// because an optimized program may otherwise release them earlier.
  func release(_ objects: consuming [AnyObject]) {
    // Assigned as a whole, as `Delivery.entries` is.
    var all = released
    released = []
    all.append(contentsOf: consume objects)
    released = consume all
    run()
  }

  private func releaseAll() {
    while !released.isEmpty {
      let taken = released
      released = []
      withExtendedLifetime(taken) {}
    }
  }
}

/// Carries a value of other code, so that the queue releases it.
final class Box {
  private let value: Any

  init(_ value: Any) { self.value = value }
}

@MainActor
package class Step {
  /// The step below this step in the stack, or the next step that waits.
  fileprivate var below: Step?

  nonisolated init() {}

  func begin() {}

  /// Does the next part. Returns false when nothing is left. Steps that it pushes run before the
  /// next call.
  func advance() -> Bool { false }
}

final class Work: Step {
  private var work: (@MainActor () -> Void)?

  nonisolated init(_ work: @escaping @MainActor () -> Void) { self.work = work }

  override func advance() -> Bool {
    guard let work else { return false }
    self.work = nil
    work()
    return true
  }
}

/// A notification on its way to the subscribers of its name.
package final class Post: Step {
  let channel: BusChannel
  private let posted: Posted
  fileprivate(set) var isOffMain = false
  fileprivate(set) var isReentrant = false
  /// `nil` before the delivery began.
  private var subscriptions: [BusChannel.Subscription]?
  private var turn = 0

  /// Proof for @unchecked: the notification does not change, and its `object` and `userInfo`, which
  /// a poster hands over with the post, are read by subscribers only, on the main actor.
  private struct Posted: @unchecked Sendable {
    let notification: Notification
  }

  nonisolated init(_ notification: Notification, on channel: BusChannel) {
    self.channel = channel
    posted = Posted(notification: notification)
  }

  var userInfo: [AnyHashable: Any]? { posted.notification.userInfo }
  var object: Any? { posted.notification.object }
  fileprivate var hasBegun: Bool { subscriptions != nil }

  /// True if the current event was posted in a callback of another event.
  package static var isReentrant: Bool { EventQueue.shared.current?.isReentrant == true }

  override func begin() { subscriptions = channel.subscriptions }

  override func advance() -> Bool {
    while let subscriptions, turn < subscriptions.count {
      let (subscriber, code) = subscriptions[turn]
      turn += 1
      if subscriber.isOpen {
        subscriber.receive(code, self)
        return true
      }
    }
    // The poster may be gone; then this is the last reference to what was posted.
    if isOffMain || isReentrant { EventQueue.shared.release([self]) }
    return false
  }
}
