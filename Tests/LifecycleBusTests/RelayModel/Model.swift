import LifecycleBus

/// Predicts the journal from the numbered behaviours alone.
///
/// It knows who is attached where, what was posted and isn't delivered, and what is left of all that
/// has begun. Where the behaviours are silent, it takes this for granted:
/// - The main actor learns of posts of threads when it posts, makes, observes, releases in a
///   callback, or waits. A thread's release comes after what threads have posted.
/// - An end that is posted at top level is brought like any event.
/// - A group's children are those that it has when it is reached.
/// - A probe that is there when a replay begins hears of all of it.
@MainActor
final class Model: Stage {
  let player: Player

  /// In the order in which they were made (49).
  private var mediators: [ModelMediator] = []
  private var members = Members()
  /// How each group was told of mediators.
  private var groupWays: [Int: [GroupWay]] = [:]

  /// Posts that the main actor knows of and hasn't delivered, and those that it doesn't know of.
  private var waiting: [Post] = []
  private var unknown: [Post] = []
  /// The number of the last post, and the post that is being delivered.
  private var lastPost = 0
  private var current: Post?

  /// What is left of each thing that has begun; what began last is last.
  private var underWay: [[Happening]] = []
  private var isBringingAnEnd = false

  init(_ player: Player) {
    self.player = player

    for (group, children) in player.groups {
      for child in children {
        members.add(child, to: group)
      }
    }
  }

  private func mediator(_ number: Int) -> ModelMediator? { mediators.first { $0.number == number } }

  // MARK: One thing at a time

  /// Does all of it, before the code that asked for it goes on.
  private func carryOut(_ happenings: [Happening]) {
    underWay.append(happenings)
    finish(underWay.count - 1)
    underWay.removeLast()
  }

  private func finish(_ index: Int) {
    while !underWay[index].isEmpty {
      happen(underWay[index].removeFirst())
    }
  }

  /// One event at a time: what is posted in a callback waits until nothing is under way (15, 67).
  private func deliverWhatWaits() {
    while underWay.isEmpty, !waiting.isEmpty {
      deliverFirst()
    }
  }

  /// An end in a callback has reached everyone when its post returns: it comes after what is left of
  /// all that has begun, the innermost first, and after all that waits (56, 71).
  private func bringAnEnd() {
    isBringingAnEnd = true
    for index in underWay.indices.reversed() {
      finish(index)
    }
    while !waiting.isEmpty {
      deliverFirst()
    }
    isBringingAnEnd = false
  }

  private func happen(_ happening: Happening) {
    switch happening {
    case .relay(let post, let mediator):
      relay(post, mediator)
    case .report(let word, let mediator):
      report(word, mediator)
    case .step(let event, let post, let mediator):
      step(event, post, mediator)
    case .delivered:
      current = nil

    case .begin(let message, let mediator):
      tellProbe("begin", message, mediator)
    case .tell(let path, let message, let mediator):
      tell(path, message, mediator)
    case .beginCall(let path, let message, let mediator):
      tellProbe("calls \(path.name)", message, mediator)
    case .call(let path, let message, let mediator):
      call(path, message, mediator)
    case .end(let message, let mediator):
      mediator.current = nil
      tellProbe("end", message, mediator)

    case .announce(let path, let mediator):
      announce(path, mediator)
    case .replay(let events, let path, let mediator):
      replay(events, path, mediator)
    case .reportLateness(let path, let mediator):
      if members.areAttached(path) {
        report("listener", mediator)
      }
    }
  }

  // MARK: Posts

  func post(_ post: Post) {
    lastPost = post.number
    unknown.append(post)
    if post.isElsewhere { return }

    learn()
    if underWay.isEmpty {
      deliverWhatWaits()
    } else if post.isEnd, !isInEnd {
      bringAnEnd()
    }
  }

  /// While an end is brought, and in its own callbacks, a further one only waits: it comes before
  /// the post of the first one returns (56).
  private var isInEnd: Bool { isBringingAnEnd || current?.isEnd == true }

  /// Posts of threads are delivered in the order of all posts (35, 53).
  private func learn() {
    waiting += unknown
    unknown = []
  }

  func wait() async {
    repeat {
      learn()
      deliverWhatWaits()
    } while !unknown.isEmpty
  }

  /// Each mediator that hears the post, one after the other (49), and before it the report of a post
  /// that wasn't made on the main actor (34).
  private func deliverFirst() {
    let post = waiting.removeFirst()
    var happenings: [Happening] = []
    for mediator in mediators where mediator.hears(post) {
      if post.isElsewhere {
        happenings.append(.report(post.firstWord, mediator))
      }
      happenings.append(.relay(post, mediator))
    }

    current = post
    carryOut(happenings + [.delivered])
  }

  // MARK: An event on one mediator

  private func relay(_ post: Post, _ mediator: ModelMediator) {
    switch post.subject {
    case .scene(let event):
      relay(event, mediator)
    case .app(let event):
      relay(event, post, mediator)
    }
  }

  /// `.asPosted` delivers what is posted. `.balanced` adds the steps that are missing, or drops the
  /// event, and reports both (26 to 34).
  private func relay(_ event: AppLifecycleEvent, _ post: Post, _ mediator: ModelMediator) {
    var steps = [event]
    if mediator.plan.policy != .asPosted {
      steps = LegalWalk.delivered(for: event, after: mediator.lastStep)
    }
    if steps.isEmpty {
      report(event.rawValue, mediator)
    }

    var happenings: [Happening] = []
    for step in steps {
      if step != event {
        happenings.append(.report(step.rawValue, mediator))
      }
      happenings.append(.step(step, post, mediator))
    }
    carryOut(happenings)
  }

  /// The state is the new one before the first listener is called (19, 20).
  private func step(_ event: AppLifecycleEvent, _ post: Post, _ mediator: ModelMediator) {
    let before = mediator.state
    let lastStep = mediator.lastStep
    if event.resultingState != nil {
      mediator.lastStep = event
    }

    let origin = post.isOf(event) ? "posted \(post.number)" : "synthesized "
    let message = Message(
      text: "\(event) \(before)>\(mediator.state) \(origin)", direction: event.direction,
      probed: mediator.hasProbe ? event : nil)
    mediator.current = CurrentEvent(message: message, stepBefore: lastStep, index: underWay.count)
    tellAll(message, mediator)
  }

  /// The app's state isn't touched.
  private func relay(_ event: AppSceneEvent, _ mediator: ModelMediator) {
    tellAll(Message(text: "scene \(event)", direction: event.direction, probed: nil), mediator)
  }

  // MARK: Listeners

  /// Those that are attached when the event begins; one that is attached later waits for the next
  /// event (10).
  private func tellAll(_ message: Message, _ mediator: ModelMediator) {
    let listeners = members.inOrder(at: mediator.number, of: message, mediator)
    let calls = listeners.map { Happening.tell(Path([$0]), message, mediator) }
    carryOut([.begin(message, mediator)] + calls + [.end(message, mediator)])
  }

  /// A listener is called if it is still attached (7); a group's children are called in its place.
  private func tell(_ path: Path, _ message: Message, _ mediator: ModelMediator) {
    guard members.areAttached(path) else { return }

    if isGroup(path.last) {
      let children = members.inOrder(at: path.last, of: message, mediator)
      carryOut(children.map { .tell(path.appending($0), message, mediator) })
    } else {
      carryOut([.beginCall(path, message, mediator), .call(path, message, mediator)])
    }
  }

  /// A probe may have detached the listener when it was told of the call (7, 43).
  private func call(_ path: Path, _ message: Message, _ mediator: ModelMediator) {
    guard members.areAttached(path) else { return }

    player.callback("listener \(path.last)", message.text)
    tellProbe("called \(path.name)", message, mediator)
  }

  private func isGroup(_ number: Int) -> Bool { player.groups[number] != nil }

  /// A probe hears of the events that began after it was set, to their end (43, 44).
  private func tellProbe(_ what: String, _ message: Message, _ mediator: ModelMediator) {
    guard let event = message.probed else { return }
    player.callback("probe \(mediator.number)", "\(what) \(event)")
  }

  /// An anomaly is written by the first word of its sentence (34). A mediator has a handler only
  /// when it is made.
  private func report(_ word: String, _ mediator: ModelMediator) {
    guard mediator.isMade else { return }
    player.callback("mediator \(mediator.number)", word)
  }

  // MARK: Attaching

  func attach(_ listener: Int, to place: Int, _ terms: Terms) {
    // An attached object isn't attached again (5).
    if members.has(listener, at: place) { return }

    let new = Path([members.add(listener, to: place, priority: terms.priority)])
    if let mediator = mediator(place) {
      joinCurrentEvent(new, mediator, terms.replay)
      carryOut([.announce(new, mediator)] + catchUp(new, mediator, terms.replay))
    } else {
      announceToMediators(ofGroup: place, new)
    }
    deliverWhatWaits()
  }

  func detach(_ listener: Int, from place: Int) { members.remove(listener, from: place) }

  /// A listener that is walked to the state before the current event hears that event last (10), and
  /// so does one that asks for the launch, if the event is the launch (22).
  private func joinCurrentEvent(
    _ new: Path, _ mediator: ModelMediator, _ replay: AppLifecycleMediator.Replay
  ) {
    guard let current = mediator.current, replay != .none else { return }

    let isLaunch = current.stepBefore == nil
    if replay == .launch, !isLaunch { return }

    let last = underWay[current.index].count - 1
    underWay[current.index].insert(.tell(new, current.message, mediator), at: last)
  }

  /// The replay that the listener has asked for, or the report that it missed the launch.
  private func catchUp(
    _ new: Path, _ mediator: ModelMediator, _ replay: AppLifecycleMediator.Replay
  ) -> [Happening] {
    let steps = LegalWalk.replay(after: mediator.stepBeforeCurrentEvent)

    switch replay {
    case .none:
      let isLate = mediator.state != .notRunning && mediator.state != .terminated
      return isLate ? [.reportLateness(new, mediator)] : []
    case .launch:
      return [.replay(Array(steps.prefix(1)), new, mediator)]
    case .state:
      return [.replay(steps, new, mediator)]
    }
  }

  private func replay(_ events: [AppLifecycleEvent], _ path: Path, _ mediator: ModelMediator) {
    let hasProbe = mediator.hasProbe
    var before = AppLifecycleState.notRunning
    var happenings: [Happening] = []

    for event in events {
      let after = event.resultingState ?? before
      let message = Message(
        text: "\(event) \(before)>\(after) replayed ", direction: .none,
        probed: hasProbe ? event : nil)
      happenings.append(.tell(path, message, mediator))
      before = after
    }

    carryOut(happenings)
  }

  /// `onAttach(to:)`, once for each attachment, before any event and replay (61); also of a child
  /// that joins a group, of each mediator that the group was told of and that is still there.
  private func announce(_ path: Path, _ mediator: ModelMediator) {
    guard members.areAttached(path) else { return }

    if isGroup(path.last) {
      groupWays[path.last, default: []].append(GroupWay(path: path, mediator: mediator))
      let children = members.inOrder(at: path.last)
      carryOut(children.map { .announce(path.appending($0), mediator) })
    } else {
      player.callback("listener \(path.last)", "attached \(mediator.state)")
    }
  }

  private func announceToMediators(ofGroup group: Int, _ new: Path) {
    let ways = groupWays[group, default: []].filter { !$0.mediator.isReleased }
    carryOut(ways.map { .announce($0.path + new, $0.mediator) })
  }

  // MARK: Mediators

  func make(_ number: Int, _ plan: Plan) {
    learn()
    let mediator = ModelMediator(number, plan, after: lastPost)
    mediators.append(mediator)

    // All are attached before the first one is told of it (70).
    let new = plan.listeners.map { Path([members.add($0, to: number)]) }
    carryOut(new.map { .announce($0, mediator) })
    deliverWhatWaits()
    mediator.isMade = true
  }

  /// In a callback, and on a thread, what was posted before the release still reaches it (69).
  /// Otherwise it calls nobody any more (14).
  func release(_ number: Int, elsewhere: Bool) {
    let isInCallback = !underWay.isEmpty
    mediator(number)?.lastPost = elsewhere || isInCallback ? lastPost : 0
    if !elsewhere, isInCallback {
      learn()
    }
  }

  /// A mediator hears what is posted after it began to observe (35).
  func observe(_ channel: Channel, by number: Int) {
    learn()
    mediator(number)?.observe(channel, after: lastPost)
  }

  func setProbe(of number: Int, isOn: Bool) { mediator(number)?.hasProbe = isOn }

  /// The count is exact after each act, inside callbacks too (12).
  func reading(of number: Int) -> String {
    guard let mediator = mediator(number) else { return "" }
    let count = members.inOrder(at: number).count
    return "\(mediator.state) \(count)"
  }
}
