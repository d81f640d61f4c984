import Foundation

/// Delivers all events of the process on the main actor, one at a time.
///
/// It has two arrays: the steps that are left of the current event, and the posts that wait. When
/// no step is left, the posts become steps. If a callback posts an end, the queue runs right there,
/// and the outer run finds nothing more to do. One rule keeps that right: push what comes next,
/// then call other people's code.
@MainActor
package final class EventQueue {
  nonisolated static let shared = EventQueue()

  // A struct, because an array of bare closures wraps each of them once more.
  struct Step {
    let perform: @MainActor () -> Void

    init(_ perform: @escaping @MainActor () -> Void) { self.perform = perform }
  }

  /// What other threads have posted. Each closure only appends a step.
  private nonisolated let inbox = Locked<[@MainActor @Sendable () -> Void]>([])
  private var waiting: [Step] = []
  /// The next step is the last one.
  private var steps: [Step] = []
  private var isRunning = false
  /// How many runs bring an end to its listeners. Meanwhile a further end only waits; otherwise
  /// ends that post ends would need a deep call stack.
  private var endsUnderWay = 0

  private nonisolated init() {}

  // MARK: Arriving

  nonisolated func post(_ notification: Notification, on channel: NotificationChannel) {
    let post = Post(notification)

    let isHere = MainActorContext.runIfCurrent {
      self.takeInbox()
      self.post(post, to: channel.subscriptions)
    }
    if isHere { return }

    handOver {
      post.isOffMain = true
      post.subscriptions = channel.subscriptions
      self.waiting.append(Step { self.begin(post) })
    }
  }

  func post(_ post: Post, to subscriptions: [NotificationChannel.Subscription]) {
    post.subscriptions = subscriptions

    if !isRunning, waiting.isEmpty {
      run { begin(post) }
      return
    }

    waiting.append(Step { self.begin(post) })
    if !isRunning {
      run()
    } else if post.isEnd, endsUnderWay == 0 {
      runInsideCallback()
    }
  }

  nonisolated func close(_ subscriber: any Subscriber) {
    let isHere = MainActorContext.runIfCurrent {
      if self.isRunning {
        self.takeInbox()
        self.waiting.append(Step { subscriber.close() })
      } else {
        // A release outside of callbacks must call no listener, so what other threads have posted
        // doesn't reach this one anymore.
        subscriber.close()
      }
    }
    if isHere { return }

    handOver { self.waiting.append(Step { subscriber.close() }) }
  }

  private nonisolated func handOver(_ arrival: @escaping @MainActor @Sendable () -> Void) {
    let isFirst = inbox.withLock { inbox in
      inbox.append(arrival)
      return inbox.count == 1
    }
    guard isFirst else { return }

    MainActorContext.later {
      self.takeInbox()
      self.run()
    }
  }

  func takeInbox() {
    let arrivals = inbox.withLock { inbox in
      let all = inbox
      inbox = []
      return all
    }
    for arrival in arrivals {
      arrival()
    }
  }

  private func begin(_ post: Post) {
    if post.isEnd {
      endsUnderWay += 1
      push(Step { self.endsUnderWay -= 1 })
    }

    for subscription in post.subscriptions.dropFirst().reversed() {
      push(Step { subscription.subscriber.receive(subscription.event, post) })
    }
    if let first = post.subscriptions.first {
      first.subscriber.receive(first.event, post)
    }
  }

  // MARK: Steps

  var height: Int { steps.count }

  func push(_ step: Step) { steps.append(step) }

  func push(_ new: [Step]) {
    for step in new.reversed() {
      push(step)
    }
  }

  /// Takes off what the caller has pushed, unless an end has taken it.
  func pop(downTo height: Int) {
    while steps.count > height {
      steps.removeLast()
    }
  }

  /// In a callback, what these steps post still waits.
  func run(_ new: [Step]) {
    let height = steps.count
    push(new)

    if isRunning {
      perform(downTo: height)
    } else {
      run()
    }
  }

  private func perform(downTo height: Int) {
    while steps.count > height {
      steps.removeLast().perform()
    }
  }

  // MARK: Runs

  private func run(first: () -> Void = {}) {
    if isRunning { return }

    isRunning = true
    first()
    runUntilNothingWaits()
    isRunning = false
  }

  private func runInsideCallback() {
    endsUnderWay += 1
    runUntilNothingWaits()
    endsUnderWay -= 1
  }

  private func runUntilNothingWaits() {
    while true {
      perform(downTo: 0)
      if waiting.isEmpty { return }

      push(waiting)
      waiting.removeAll(keepingCapacity: true)
    }
  }
}

/// A notification on its way to those who had subscribed when it was posted.
// Proof for @unchecked: the notification doesn't change, and its `object` and `userInfo`, which
// the poster hands over, are read on the main actor only, as everything else is.
final class Post: @unchecked Sendable {
  let notification: Notification
  @MainActor fileprivate var subscriptions: [NotificationChannel.Subscription] = []
  @MainActor fileprivate(set) var isOffMain = false

  init(_ notification: Notification) { self.notification = notification }

  @MainActor
  fileprivate var isEnd: Bool {
    for subscription in subscriptions {
      if case .app(.willTerminate) = subscription.event { return true }
    }
    return false
  }
}
