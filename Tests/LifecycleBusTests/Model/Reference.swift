import LifecycleBus

/// The contract of the bus in plain lines: for each center a list of jobs, the first of which is
/// performed next.
///
/// A post is a job at the end of the list. Performing a job may put others in its place: a post
/// becomes one job for each mediator, an event one for each listener. So one event is delivered at a
/// time. A post of `willTerminate` from a callback performs jobs until its own is done.
///
/// The bus performs a sequence first. Where the contract allows several outcomes, the reference looks
/// which one the bus has taken.
@MainActor
final class Reference {
  enum Job {
    case deliver(RefPost)
    case receive(RefMediator, RefPost)
    case report(RefMediator, AppLifecycleAnomaly)
    case admit(RefMediator, AppLifecycleEvent, RefPayload?)
    case step(RefMediator, AppLifecycleEvent, AppLifecycleContext.Origin, RefPayload?)
    case turn(RefAttachment, RefEvent)
    case endGroup(RefStore)
    case endStep(RefMediator)
    case scene(RefMediator, AppSceneEvent, Int)
    case sceneTurn(RefAdopter, Seen)
    case endPost(RefMediator)
    /// The post of this number is done.
    case done(Int)
  }

  /// Work that waits for a turn of the main queue.
  enum Later {
    case inbox(RefCenter)
    case assertion(RefMediator)
  }

  var seen: [Seen] = []
  /// What the bus saw.
  var bus: [Seen] = []
  /// How deep callbacks were nested in callbacks.
  var greatestDepth = 0
  /// How often each coincidence occurred.
  private(set) var coincidences = Array(repeating: 0, count: Coincidence.allCases.count)
  let centers = Bounds.centers.map { _ in RefCenter() }
  var mediators: [Int: RefMediator] = [:]
  var groups: [Int: RefStore] = [:]
  var attachments: [Int: RefAttachment] = [:]
  var places: [Int: Place] = [:]
  var holds: [Int: RefMediator] = [:]
  /// The waits that have not been reported.
  var waits: [RefWait] = []
  var listeners: [Int: RefListener] = [:]
  var laters: [Later] = []
  var depth = 0
  /// How many deinits are under way.
  var deinits = 0
  var script: [Int: [[Act]]]
  private var posts = 0
  /// The posts that are done.
  private var done: Set<Int> = []

  init(_ script: [Int: [[Act]]]) {
    self.script = script
    for id in Array(Bounds.listeners) + Bounds.groups { listeners[id] = RefListener(id: id) }
    for id in Bounds.groups { groups[id] = RefStore() }
  }

  func note(_ coincidence: Coincidence) { coincidences[coincidence.rawValue] += 1 }

  // MARK: Posts

  func post(_ content: RefPost.Content, on center: RefCenter, _ number: Int?, isElsewhere: Bool) {
    let payload = number.map(RefPayload.init)
    var channel = center.scene
    if case .app = content { channel = center.app }
    let post = RefPost(
      content: content, channel: channel, payload: payload, isElsewhere: isElsewhere)
    if channel.mediators.isEmpty {
      // On another thread its deinit does nothing.
      if !isElsewhere { letGo(payload) }
    } else if isElsewhere {
      put(.post(post), into: center)
    } else {
      takeInbox(of: center)
      payload?.owners += 1
      queue(post, on: center)
      letGo(payload)
    }
  }

  private func queue(_ post: RefPost, on center: RefCenter) {
    posts += 1
    let number = posts
    center.jobs += [.deliver(post), .done(number)]
    if let payload = post.payload { center.payloads.append(payload) }
    if !center.isBusy {
      if centers.contains(where: { $0 !== center && $0.isDelivering }) {
        note(.eventInsideAnotherCenters)
      }
      return run(center)
    }
    if deinits > 0 { note(.deinitPostsInEvent) }
    if case .scene = post.content { note(.sceneEventWaits) }
    if !center.isDelivering { note(.postWaitsForLinkedCenter) }
    if case .app(.willTerminate) = post.content, !center.isUrgent { hurry(center, until: number) }
  }

  /// Performs what is under way, here and on the linked centers, then what waits there, then what
  /// waits here up to a post.
  private func hurry(_ center: RefCenter, until number: Int) {
    if deinits > 0 { note(.deinitEndsUrgently) }
    if !center.linked.isEmpty { note(.urgentOverLinkedCenters) }
    let all = [center] + center.linked
    let wasUrgent = all.map(\.isUrgent)
    for one in all { one.isUrgent = true }
    for one in all {
      while let job = one.jobs.first {
        if case .deliver = job { break }
        perform(one.jobs.removeFirst(), on: one)
      }
    }
    for other in all.dropFirst() {
      posts += 1
      other.jobs.append(.done(posts))
      run(other, until: posts)
    }
    run(center, until: number)
    for (one, wasUrgent) in zip(all, wasUrgent) { one.isUrgent = wasUrgent }
  }

  func put(_ item: RefCenter.Item, into center: RefCenter) {
    center.inbox.append(item)
    if center.inbox.count == 1 { laters.append(.inbox(center)) }
  }

  func takeInbox(of center: RefCenter) {
    let items = center.inbox
    center.inbox = []
    // Kept until all items are taken.
    var taken: [RefPayload] = []
    for item in items {
      switch item {
      case .post(let post):
        center.jobs.append(.deliver(post))
        guard let payload = post.payload else { continue }
        payload.owners += 1
        taken.append(payload)
        center.payloads.append(payload)
      case .departure(let mediator): close(mediator, on: center)
      }
    }
    for payload in taken { letGo(payload) }
    run(center)
  }

  /// Performs a body during which posts on the mediator's centers wait.
  func holdingPosts(of mediator: RefMediator, _ body: () -> Void) {
    guard let center = mediator.centers.first else { return body() }
    let wasDelivering = center.isDelivering
    center.isDelivering = true
    body()
    center.isDelivering = wasDelivering
    run(center)
  }

  /// Performs all jobs, and then releases the payloads, whose deinits may post again. Then it is the
  /// turn of the linked centers.
  private func run(_ center: RefCenter) {
    if center.isBusy { return }
    center.isDelivering = true
    repeat {
      while !center.jobs.isEmpty { perform(center.jobs.removeFirst(), on: center) }
      endAssertionsEarly()
      let payloads = center.payloads
      center.payloads = []
      for payload in payloads { letGo(payload) }
    } while !center.jobs.isEmpty || !center.payloads.isEmpty
    center.isDelivering = false
    let linked = center.linked
    endIfUnused(center)
    for other in linked where !other.jobs.isEmpty || !other.payloads.isEmpty { run(other) }
  }

  func endIfUnused(_ center: RefCenter) {
    for payload in center.endIfUnused() {
      note(.payloadOfLostPost)
      letGo(payload)
    }
  }

  private func run(_ center: RefCenter, until number: Int) {
    while !done.contains(number), !center.jobs.isEmpty {
      perform(center.jobs.removeFirst(), on: center)
    }
  }

  func replace(with first: [Job], on center: RefCenter) {
    center.jobs.insert(contentsOf: first, at: 0)
  }

  /// Delivers the event under way to one more listener, after all others.
  func join(_ attachment: RefAttachment, _ event: RefEvent, of mediator: RefMediator) {
    for center in centers {
      let end = center.jobs.firstIndex {
        if case .endStep(let other) = $0 { other === mediator } else { false }
      }
      if let end { center.jobs.insert(.turn(attachment, event), at: end) }
    }
  }

  // MARK: Delivery

  private func perform(_ job: Job, on center: RefCenter) {
    switch job {
    case .deliver(let post):
      replace(with: post.channel.mediators.map { .receive($0, post) }, on: center)
    case .receive(let mediator, let post): receive(post, by: mediator, on: center)
    case .report(let mediator, let anomaly): report(anomaly, of: mediator)
    case .admit(let mediator, let event, let payload):
      admit(event, payload, by: mediator, on: center)
    case .step(let mediator, let event, let origin, let payload):
      begin(event, origin, payload, of: mediator, on: center)
    case .turn(let attachment, let event): deliver(event, to: attachment)
    case .endGroup(let group):
      group.events -= 1
      release(group)
    case .endStep(let mediator):
      if let event = mediator.current, event.isProbed {
        seen.append(.probeEnds(mediator: mediator.id, event.event))
      }
      if let former = mediator.current?.former { mediator.store.formers.append(former) }
      mediator.current = nil
      mediator.lastBefore = nil
      mediator.store.events -= 1
      release(mediator.store)
    case .scene(let mediator, let event, let scene):
      deliver(event, scene, by: mediator, on: center)
    case .sceneTurn(let adopter, let call):
      if adopter.isAttached { self.call(adopter.attachment.listener, [call]) }
    case .endPost(let mediator):
      mediator.keepers -= 1
      releaseIfClosed(mediator)
    case .done(let number): done.insert(number)
    }
  }

  private func receive(_ post: RefPost, by mediator: RefMediator, on center: RefCenter) {
    guard mediator.isOpen else { return }
    mediator.keepers += 1
    var jobs: [Job] = []
    switch post.content {
    case .app(let event):
      if post.isElsewhere { jobs.append(.report(mediator, .postedOffMain(event))) }
      jobs.append(.admit(mediator, event, post.payload))
    case .scene(let event, let scene):
      if post.isElsewhere { jobs.append(.report(mediator, .scenePostedOffMain(event))) }
      jobs.append(.scene(mediator, event, scene))
    }
    replace(with: jobs + [.endPost(mediator)], on: center)
  }

  private func admit(
    _ event: AppLifecycleEvent, _ payload: RefPayload?, by mediator: RefMediator,
    on center: RefCenter
  ) {
    let steps = mediator.steps(for: event)
    if steps.isEmpty {
      // No event is under way then, so that the mediator may be released in the handler: the post ends
      // for it before that. Its own job would end it first inside an urgent post of the handler.
      center.jobs.removeFirst()
      mediator.keepers -= 1
      report(mediator.reason(against: event), of: mediator)
      releaseIfClosed(mediator)
    }
    if mediator.hasMissedSuspension, steps.count > 1, event == .willEnterForeground {
      note(.suspensionMended)
    }
    replace(
      with: steps.flatMap { step -> [Job] in
        if step == event { return [.step(mediator, event, .posted, payload)] }
        return [
          .report(mediator, .synthesized(step, before: event)),
          .step(mediator, step, .synthesized, nil),
        ]
      }, on: center)
  }

  private func begin(
    _ event: AppLifecycleEvent, _ origin: AppLifecycleContext.Origin, _ payload: RefPayload?,
    of mediator: RefMediator, on center: RefCenter
  ) {
    let before = mediator.state
    mediator.lastBefore = .some(mediator.last)
    mediator.advance(by: event)
    let step = RefEvent(
      mediator: mediator, event: event, state: mediator.state, before: before, origin: origin,
      payload: payload, center: center, stores: [mediator.store],
      former: event == .didFinishLaunching ? mediator.launchPayload : nil,
      isMirrored: mediator.isLifecycle && event.direction == .down, isProbed: mediator.isProbed)
    mediator.current = step
    if step.former != nil { note(.payloadReplacedByLaunch) }
    if event == .didFinishLaunching {
      payload?.owners += 1
      mediator.launchPayload = payload
    }
    if event.direction == .up { endWaitsOnTheWayUp(mediator) }
    if step.isProbed { seen.append(.probeBegins(mediator: mediator.id, event)) }
    mediator.store.events += 1
    replace(
      with: mediator.store.inOrder(isMirrored: step.isMirrored).map { .turn($0, step) }
        + [.endStep(mediator)], on: center)
  }

  private func deliver(_ event: RefEvent, to attachment: RefAttachment) {
    guard attachment.isAttached else { return }
    let listener = attachment.listener
    if let group = groups[listener.id] {
      if group.isInEvent { note(.groupInEventsOfTwoCenters) }
      var inside = event
      inside.prefix += "\(listener.name)/"
      inside.stores.append(group)
      group.events += 1
      return replace(
        with: group.inOrder(isMirrored: event.isMirrored).map { .turn($0, inside) }
          + [.endGroup(group)], on: event.center)
    }
    for store in event.stores { store.calls += 1 }
    call(listener, event.calls(of: listener.id))
    if event.isProbed { report(event, to: listener) }
    for store in event.stores.reversed() {
      store.calls -= 1
      release(store)
    }
  }

  private func report(_ event: RefEvent, to listener: RefListener) {
    func report(_ name: String) -> Seen {
      .probeSees(mediator: event.mediator.id, event.event, listener: name, isReplay: false)
    }
    let expected = report(event.prefix + listener.name)
    if !listener.isFading { return seen.append(expected) }
    // It may be gone before the call, or before its name was read.
    let possible = [expected, report("listener that is gone")]
    seen += possible.filter(isNext)
  }
}
