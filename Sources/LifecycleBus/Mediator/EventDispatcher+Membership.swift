extension EventDispatcher {
  typealias Attachment = AppLifecycleAttachment

  /// Attaches a listener that is kept, or finds the attachment it already has.
  ///
  /// - Parameter mediator: For `onAttach(to:)`. A reference from here to the
  ///   mediator would have to be weak, and then each use of a mediator costs 50 instructions more.
  func attach(
    _ listener: any AppLifecycleListener, to mediator: AppLifecycleMediator, priority: Int,
    replay: AppLifecycleMediator.Replay, missesLaunch: Bool = true
  ) -> Attachment {
    let (attachment, isNew) = store.insert(
      listener, identity: ListenerStore.identity(of: listener), priority: priority,
      joins: joins(replay))
    if isNew {
      didAttach(listener, attachment, to: mediator, replay: replay, missesLaunch: missesLaunch)
    } else {
      store.keep(attachment)
    }
    return attachment
  }

  /// Attaches an object that is not kept, or finds the attachment it already has.
  func attach(
    weakly listener: any AppLifecycleListener & AnyObject, to mediator: AppLifecycleMediator,
    priority: Int, replay: AppLifecycleMediator.Replay
  ) -> Attachment {
    if let attachment = store.attachment(of: ObjectIdentifier(listener)) { return attachment }
    let attachment = store.insert(weakly: listener, priority: priority, joins: joins(replay))
    didAttach(listener, attachment, to: mediator, replay: replay, missesLaunch: true)
    return attachment
  }

  // MARK: Replay

  /// The position that a replay to a listener attached now ends in.
  ///
  /// During a delivery that is the position before the event, because the listener hears the event
  /// afterwards. Once each listener has heard the event, it is the position after it.
  private var start: AppLifecycleTransitions {
    store.isReleasing && store.deliveries == 0 ? transitions : transitionsBefore ?? transitions
  }

  /// Whether a listener that is attached now hears the event under way. There may be none though a
  /// listener is being called: an urgent event has finished it.
  private func joins(_ replay: AppLifecycleMediator.Replay) -> Bool {
    guard currentNumber != 0 else { return false }
    return replay == .state || (replay == .launch && !start.hasLaunched)
  }

  private func didAttach(
    _ listener: any AppLifecycleListener, _ attachment: Attachment,
    to mediator: AppLifecycleMediator, replay: AppLifecycleMediator.Replay, missesLaunch: Bool
  ) {
    // A post that it makes waits, so that the listener receives it after its replay.
    holdingPosts {
      listener.onAttach(to: mediator)
      guard attachment.isAttached else { return }
      self.replay(replay, to: listener, attachment, missesLaunch: missesLaunch)
    }
  }

  private func replay(
    _ replay: AppLifecycleMediator.Replay, to listener: any AppLifecycleListener,
    _ attachment: Attachment, missesLaunch: Bool
  ) {
    guard replay != .none else {
      if missesLaunch, transitions.hasLaunched, transitions.position != .terminated {
        report(.attachedAfterLaunch(listener: attachment.name))
      }
      return
    }
    let steps = replay == .launch ? Array(start.replay.prefix(1)) : start.replay
    if steps.isEmpty { return }
    transitions.confirm(launchOnly: replay == .launch)
    deliver(steps, to: listener, attachment)
  }

  private func deliver(
    _ steps: [AppLifecycleEvent], to listener: any AppLifecycleListener, _ attachment: Attachment
  ) {
    let wasTerminated = transitions.position == .terminated
    // An urgent event may end the app in the middle of the replay, and nothing is delivered after
    // it.
    var hasEnded: Bool { transitions.position == .terminated && !wasTerminated }
    var walk = AppLifecycleTransitions()
    for event in steps where attachment.isAttached && !hasEnded {
      let previousState = walk.state
      walk.advance(by: event)
      let context = AppLifecycleContext(
        event: event, state: walk.state, previousState: previousState, origin: .replayed,
        userInfo: event == .didFinishLaunching ? launchUserInfo : nil)
      deliver(context, to: listener, attachment)
    }
  }

  private func deliver(
    _ context: AppLifecycleContext, to listener: any AppLifecycleListener, _ attachment: Attachment
  ) {
    guard let probe else { return listener.receive(context.event, context: context) }
    // Read before the call, because the listener may be gone after it.
    let name = attachment.name
    let start = ContinuousClock.now
    listener.receive(context.event, context: context)
    probe.relayDidCall(
      AppLifecycleProbeCall(
        event: context.event, listener: name, duration: ContinuousClock.now - start,
        isReplay: true))
  }

  private func holdingPosts(_ body: () -> Void) {
    guard let bus = buses.first else { return body() }
    bus.holdingPosts(body)
  }
}
