import LifecycleBus

/// The contract of the bus in plain lines: a list of jobs, the first of which is performed next.
///
/// A post is a job at the end of the list. Performing a job may put others in its place: a post
/// becomes one job for each mediator, an event one for each listener. So one event is delivered at a
/// time. A post of `willTerminate` from a callback performs jobs until its own is done.
@MainActor
final class Reference {
  enum Job {
    case deliver(Post)
    case receive(RefMediator, Post)
    case report(RefMediator, AppLifecycleAnomaly)
    case admit(RefMediator, AppLifecycleEvent)
    case step(RefMediator, AppLifecycleEvent, AppLifecycleContext.Origin)
    case turn(RefAttachment, RefEvent)
    case endStep(RefMediator)
    case scene(RefMediator, AppSceneEvent, Int)
    case sceneTurn(RefAdopter, Seen)
    case endPost(RefMediator)
    /// The post of this number is done.
    case done(Int)
  }

  /// Work that waits for a turn of the main queue.
  enum Later {
    case inbox
    case assertion(RefMediator)
  }

  /// What came from other threads, until the main actor takes it.
  enum Item {
    case post(Post)
    case departure(RefMediator)
  }

  struct Post {
    enum Content {
      case app(AppLifecycleEvent)
      case scene(AppSceneEvent, Int)
    }

    let content: Content
    let channel: Channel
    var isElsewhere = false
  }

  /// The mediators that observe the app's events, or those of scenes.
  final class Channel {
    var mediators: [RefMediator] = []
  }

  var seen: [Seen] = []
  /// How deep callbacks were nested in callbacks.
  var greatestDepth = 0
  var mediators: [Int: RefMediator] = [:]
  var groups: [Int: RefStore] = [:]
  var attachments: [Int: RefAttachment] = [:]
  var places: [Int: Place] = [:]
  var holds: [Int: RefMediator] = [:]
  var listeners: [Int: RefListener] = [:]
  var laters: [Later] = []
  /// How many pieces of that work have been done.
  var turned = 0
  var appChannel = Channel()
  var sceneChannel = Channel()
  /// Whether posts wait, because an event or a replay is under way.
  private(set) var isBusy = false
  private var jobs: [Job] = []
  private var inbox: [Item] = []
  private var posts = 0
  private var isUrgent = false
  var depth = 0
  var script: [Int: [[Act]]]

  init(_ script: [Int: [[Act]]]) {
    self.script = script
    for id in Array(Bounds.listeners) + Bounds.groups { listeners[id] = RefListener(id: id) }
    for id in Bounds.groups { groups[id] = RefStore() }
  }

  // MARK: Posts

  func post(_ content: Post.Content, isElsewhere: Bool) {
    var post = Post(content: content, channel: sceneChannel, isElsewhere: isElsewhere)
    if case .app = content {
      post = Post(content: content, channel: appChannel, isElsewhere: isElsewhere)
    }
    guard !post.channel.mediators.isEmpty else { return }
    if isElsewhere { return put(.post(post)) }
    takeInbox()
    posts += 1
    let number = posts
    jobs += [.deliver(post), .done(number)]
    if !isBusy {
      run()
    } else if case .app(.willTerminate) = content, !isUrgent {
      isUrgent = true
      run(until: number)
      isUrgent = false
    }
  }

  func put(_ item: Item) {
    inbox.append(item)
    if inbox.count == 1 { laters.append(.inbox) }
  }

  func takeInbox() {
    let items = inbox
    inbox = []
    for item in items {
      switch item {
      case .post(let post): jobs.append(.deliver(post))
      case .departure(let mediator): close(mediator)
      }
    }
    if !isBusy { run() }
  }

  /// Performs a body during which posts wait.
  func holdingPosts(_ body: () -> Void) {
    let wasBusy = isBusy
    isBusy = true
    body()
    isBusy = wasBusy
    if !isBusy { run() }
  }

  private func run(until number: Int = 0) {
    let wasBusy = isBusy
    isBusy = true
    while !jobs.isEmpty {
      let job = jobs.removeFirst()
      if case .done(number) = job { break }
      perform(job)
    }
    isBusy = wasBusy
  }

  func replace(with first: [Job]) { jobs.insert(contentsOf: first, at: 0) }

  /// Delivers the event under way to one more listener, after all others.
  func join(_ attachment: RefAttachment, _ event: RefEvent, of mediator: RefMediator) {
    let end = jobs.firstIndex {
      if case .endStep(let other) = $0 { other === mediator } else { false }
    }
    if let end { jobs.insert(.turn(attachment, event), at: end) }
  }

  // MARK: Delivery

  private func perform(_ job: Job) {
    switch job {
    case .deliver(let post):
      replace(with: post.channel.mediators.map { .receive($0, post) })
    case .receive(let mediator, let post):
      guard mediator.isOpen else { return }
      mediator.keepers += 1
      switch post.content {
      case .app(let event):
        let report = [Job.report(mediator, .postedOffMain(event))]
        replace(
          with: (post.isElsewhere ? report : []) + [.admit(mediator, event), .endPost(mediator)])
      case .scene(let event, let scene):
        let report = [Job.report(mediator, .scenePostedOffMain(event))]
        replace(
          with: (post.isElsewhere ? report : [])
            + [.scene(mediator, event, scene), .endPost(mediator)])
      }
    case .report(let mediator, let anomaly): report(anomaly, of: mediator)
    case .admit(let mediator, let event):
      let steps = mediator.steps(for: event)
      if steps.isEmpty { report(mediator.reason(against: event), of: mediator) }
      replace(
        with: steps.flatMap { step -> [Job] in
          if step == event { return [.step(mediator, event, .posted)] }
          return [
            .report(mediator, .synthesized(step, before: event)),
            .step(mediator, step, .synthesized),
          ]
        })
    case .step(let mediator, let event, let origin): begin(event, origin, of: mediator)
    case .turn(let attachment, let event): deliver(event, to: attachment)
    case .endStep(let mediator):
      if let event = mediator.current, event.isProbed {
        seen.append(.probeEnds(mediator: mediator.id, event.event))
      }
      mediator.current = nil
      mediator.lastBefore = nil
    case .scene(let mediator, let event, let scene): deliver(event, scene, by: mediator)
    case .sceneTurn(let adopter, let call):
      if adopter.isAttached { self.call(adopter.attachment.listener.id, [call]) }
    case .endPost(let mediator):
      mediator.keepers -= 1
      releaseIfClosed(mediator)
    case .done: break
    }
  }

  private func begin(
    _ event: AppLifecycleEvent, _ origin: AppLifecycleContext.Origin, of mediator: RefMediator
  ) {
    let before = mediator.state
    mediator.lastBefore = .some(mediator.last)
    mediator.advance(by: event)
    let step = RefEvent(
      mediator: mediator, event: event, state: mediator.state, before: before, origin: origin,
      isMirrored: mediator.isLifecycle && event.direction == .down, isProbed: mediator.isProbed)
    mediator.current = step
    if step.isProbed { seen.append(.probeBegins(mediator: mediator.id, event)) }
    replace(
      with: mediator.store.inOrder(isMirrored: step.isMirrored).map { .turn($0, step) }
        + [.endStep(mediator)])
  }

  private func deliver(_ event: RefEvent, to attachment: RefAttachment) {
    guard attachment.isAttached else { return }
    let listener = attachment.listener
    if let group = groups[listener.id] {
      var inside = event
      inside.prefix += "\(listener.name)/"
      return replace(
        with: group.inOrder(isMirrored: event.isMirrored).map { .turn($0, inside) })
    }
    call(listener.id, event.calls(of: listener.id))
    guard event.isProbed else { return }
    seen.append(
      .probeSees(
        mediator: event.mediator.id, event.event, listener: event.prefix + listener.name,
        isReplay: false))
  }
}
