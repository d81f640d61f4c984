import LifecycleBus

/// Predicts the journal from the numbered behaviours: who is attached where, what was posted and
/// not delivered, and what is left of each thing that has begun.
///
/// Where they are silent: the main actor learns of what threads have posted by a post, `make`,
/// `observe`, a release in a callback, or a turn; a release on a thread comes after what threads
/// posted; a post of an end at top level is brought from its own callbacks on only; a group's
/// children are those that it has at its turn; and a probe reports a replay as a whole or not.
final class Model: Player {
  struct Membership { let id, number, place, priority: Int }

  final class Mediator {
    let number: Int
    let plan: Plan
    /// The last event that led somewhere; `nil` before the launch.
    var position: AppLifecycleEvent?
    var scenes: [Int: AppSceneState] = [:]
    var (isMade, hasProbe) = (false, false)
    /// It hears the posts after this one, by what it observes, and until the last one.
    var since: [Int: Int]
    var last = Int.max
    /// The event that its listeners receive: where the app stood before, and what is left of it.
    var now: (before: AppLifecycleEvent?, news: News, index: Int)?
    var state: AppLifecycleState { position?.resultingState ?? .notRunning }

    init(_ number: Int, _ plan: Plan, since: Int) {
      (self.number, self.plan, self.since) = (number, plan, [plan.center: since])
      position = AppLifecycleEvent.allCases.first { $0.resultingState == plan.state }
    }
  }

  /// What listeners are told, and how a probe names it.
  typealias News = (text: String, isDown: Bool, probed: AppLifecycleEvent?)
  typealias Part = () -> Void
  /// In the order in which they were made.
  private var mediators: [Mediator] = []
  /// Higher priorities first (1 to 3).
  private var attached: [Membership] = []
  /// How a group was told of mediators.
  private var ways: [Int: [(mediator: Mediator, path: [Membership])]] = [:]
  /// What is posted and not delivered, and what the main actor does not know of yet.
  private var (waiting, elsewhere): ([Post], [Post]) = ([], [])
  private var (current, left): (Post?, [[Part]]) = (nil, [])
  private var (ids, isBringingAnEnd) = (0, false)

  override init(seed: UInt64) {
    super.init(seed: seed)
    for (group, children) in groups { for child in children { _ = insert(child, at: group) } }
  }

  private func carryOut(_ parts: [Part]) {
    left.append(parts)
    finish(left.count - 1)
    left.removeLast()
    while left.isEmpty, !waiting.isEmpty { deliverNext() }
  }

  private func finish(_ index: Int) { while !left[index].isEmpty { left[index].removeFirst()() } }
  private func mediator(_ number: Int) -> Mediator? { mediators.first { $0.number == number } }

  /// Those at a place, in their order or, on the way down, in the exact reverse (2).
  private func members(of place: Int, _ news: News?, _ mediator: Mediator) -> [Membership] {
    let members = attached.filter { $0.place == place }
    let isMirrored = news?.isDown == true && mediator.plan.policy == .balanced.mirrored
    return isMirrored ? members.reversed() : members
  }

  private func isAttached(_ path: [Membership]) -> Bool {
    path.allSatisfy { one in attached.contains { $0.id == one.id } }
  }

  private func insert(_ number: Int, at place: Int, _ priority: Int = 0) -> Membership {
    ids += 1
    let new = Membership(id: ids, number: number, place: place, priority: priority)
    let index = attached.firstIndex { $0.place == place && $0.priority < priority }
    attached.insert(new, at: index ?? attached.endIndex)
    return new
  }

  override func detach(_ listener: Int, from place: Int) {
    attached.removeAll { $0.number == listener && $0.place == place }
  }

  override func make(_ number: Int, _ plan: Plan) {
    hear()
    let mediator = Mediator(number, plan, since: posts)
    mediators.append(mediator)
    let new = plan.listeners.map { insert($0, at: number) }
    carryOut(new.map { one in { self.tell([one], nil, mediator) } })
    mediator.isMade = true
  }

  override func attach(_ listener: Int, to place: Int, _ priority: Int, _ replay: Replay) {
    if attached.contains(where: { $0.number == listener && $0.place == place }) { return }
    let new = insert(listener, at: place, priority)
    if let mediator = mediator(place) {
      return carryOut([{ self.tell([new], nil, mediator) }] + catchUp(new, mediator, replay))
    }
    let ways = ways[place, default: []].filter { $0.mediator.last == .max }
    carryOut(ways.map { it in { self.tell(it.path + [new], nil, it.mediator) } })
  }

  /// The replay, or the report of a launch that was missed.
  private func catchUp(_ new: Membership, _ mediator: Mediator, _ replay: Replay) -> [Part] {
    let position = mediator.now.map(\.before) ?? mediator.position
    if let now = mediator.now, replay == .state || replay == .launch && position == nil {
      // The present event comes after all other listeners (10).
      let end = left[now.index].count - 1
      left[now.index].insert({ self.tell([new], now.news, mediator) }, at: end)
    }
    if replay == .none {
      let isLate = ![.notRunning, .terminated].contains(mediator.state)
      return [{ if isLate, self.isAttached([new]) { self.report("listener", mediator) } }]
    }
    var (state, isProbed): (AppLifecycleState, Bool?) = (.notRunning, nil)
    return LegalWalk.replay(after: position).prefix(replay == .launch ? 1 : 3).map { event in
      {
        let before = state
        (state, isProbed) = (event.resultingState ?? state, isProbed ?? mediator.hasProbe)
        let text = "\(event) \(before)>\(state) replayed "
        self.tell([new], (text, false, isProbed == true ? event : nil), mediator)
      }
    }
  }

  /// In a callback, and on a thread, what was posted before reaches it (69).
  override func release(_ number: Int, elsewhere: Bool) {
    mediator(number)?.last = elsewhere || !calls.isEmpty ? posts : 0
    if !elsewhere, !calls.isEmpty { hear() }
  }

  override func observe(_ number: Int, _ channel: Int) {
    hear()
    mediator(number)?.since.merge([channel: posts]) { earlier, _ in earlier }
  }

  override func setProbe(_ number: Int, isOn: Bool) { mediator(number)?.hasProbe = isOn }

  override func reading(of number: Int) -> String {
    let count = attached.count { $0.place == number }
    return mediator(number).map { "\($0.state) \(count) \($0.scenes.count)" } ?? ""
  }

  override func post(_ post: Post) {
    elsewhere.append(post)
    if post.isElsewhere { return }
    hear()
    if left.isEmpty { return carryOut([]) }
    let isInEnd = isBringingAnEnd || current?.event == .willTerminate
    if post.event != .willTerminate || isInEnd { return }
    // An end in a callback: what is left of what has begun, and all that waits (56).
    isBringingAnEnd = true
    for index in left.indices.reversed() { finish(index) }
    while !waiting.isEmpty { deliverNext() }
    isBringingAnEnd = false
  }

  override func turn() async {
    repeat {
      hear()
      carryOut([])
    } while !elsewhere.isEmpty
  }

  /// Posts of other threads are known to the main actor now.
  private func hear() { (waiting, elsewhere) = (waiting + elsewhere, []) }

  private func deliverNext() {
    let post = waiting.removeFirst()
    current = post
    let parts = mediators.filter {
      $0.since[post.channel, default: .max] < post.number && post.number <= $0.last
    }.flatMap { mediator -> [Part] in
      let report = { self.report(post.event?.rawValue ?? "A", mediator) }
      return (post.isElsewhere ? [report] : []) + [{ self.relay(post, mediator) }]
    }
    carryOut(parts + [{ self.current = nil }])
  }

  /// Relays an event with the steps that are missing before it, or drops it.
  private func relay(_ post: Post, _ mediator: Mediator) {
    guard let event = post.event else { return relayScene(post, mediator) }
    let isAsPosted = mediator.plan.policy == .asPosted
    let steps = isAsPosted ? [event] : LegalWalk.relayed(event, after: mediator.position)
    if steps.isEmpty { report(event.rawValue, mediator) }
    var parts: [Part] = []
    for step in steps {
      let origin = step == event ? "posted \(post.number)" : "synthesized "
      if step != event { parts.append { self.report(step.rawValue, mediator) } }
      parts.append { self.relay(step, origin, mediator) }
    }
    carryOut(parts)
  }

  private func relay(_ event: AppLifecycleEvent, _ origin: String, _ mediator: Mediator) {
    let (before, position) = (mediator.state, mediator.position)
    if event.resultingState != nil { mediator.position = event }
    let text = "\(event) \(before)>\(mediator.state) \(origin)"
    let news = (text, event.direction == .down, mediator.hasProbe ? event : nil)
    mediator.now = (position, news, left.count)
    tellAll(news, mediator)
  }

  private func relayScene(_ post: Post, _ mediator: Mediator) {
    guard let event = post.scene else { return }
    let before = mediator.scenes[post.channel] ?? .disconnected
    let after = event.resultingState ?? before
    mediator.scenes[post.channel] = after == .disconnected ? nil : after
    let visible = mediator.scenes.values.count(where: \.isVisible)
    let text = "scene \(event) \(before)>\(after) \(visible)"
    tellAll((text, event.direction == .down, nil), mediator)
  }

  private func tellAll(_ news: News, _ mediator: Mediator) {
    let listeners = members(of: mediator.number, news, mediator)
    let end = {
      mediator.now = nil
      self.probe(mediator, "end", news)
    }
    carryOut(
      [{ self.probe(mediator, "begin", news) }]
        + listeners.map { one in { self.tell([one], news, mediator) } } + [end])
  }

  /// Calls a listener, or the children of a group in its place, as long as it and the groups around
  /// it are attached (7). Without news, it is told of its attachment.
  private func tell(_ path: [Membership], _ news: News?, _ mediator: Mediator) {
    guard isAttached(path), let number = path.last?.number else { return }
    if groups[number] != nil {
      if news == nil { ways[number, default: []].append((mediator, path)) }
      let children = members(of: number, news, mediator)
      return carryOut(children.map { child in { self.tell(path + [child], news, mediator) } })
    }
    let name = path.map { "listener \($0.number)" }.joined(separator: "/")
    let call = {
      guard self.isAttached(path) else { return }
      self.callback("listener \(number)", news?.text ?? "attached \(mediator.state)")
      self.probe(mediator, "called \(name)", news)
    }
    carryOut([{ self.probe(mediator, "calls \(name)", news) }, call])
  }

  private func probe(_ mediator: Mediator, _ what: String, _ news: News?) {
    guard let event = news?.probed else { return }
    callback("probe \(mediator.number)", "\(what) \(event)")
  }

  /// An anomaly is written by the first word of its sentence.
  private func report(_ word: String, _ mediator: Mediator) {
    if mediator.isMade { callback("mediator \(mediator.number)", word) }
  }
}
