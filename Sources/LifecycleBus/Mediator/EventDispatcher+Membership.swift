extension EventDispatcher {
  /// Attaches a listener that is kept, or finds the attachment it already has.
  ///
  /// - Parameter mediator: For `onAttach(to:)`. A reference from here to the
  ///   mediator would have to be weak, and then each use of a mediator costs 50 instructions more.
  func attach(
    _ listener: any AppLifecycleListener, to mediator: AppLifecycleMediator, priority: Int,
    replay: AppLifecycleMediator.Replay, missesLaunch: Bool = true
  ) -> AppLifecycleAttachment {
    let (attachment, isNew) = store.insert(
      listener, identity: ListenerStore.identity(of: listener), priority: priority,
      joins: joins(replay))
    if isNew {
      didAttach(listener, attachment, to: mediator, replay: replay, missesLaunch: missesLaunch)
    } else {
      attachment.keep()
    }
    return attachment
  }

  /// Attaches an object that is not kept, or finds the attachment it already has.
  func attach(
    weakly listener: any AppLifecycleListener & AnyObject, to mediator: AppLifecycleMediator,
    priority: Int, replay: AppLifecycleMediator.Replay
  ) -> AppLifecycleAttachment {
    let (attachment, isNew) = store.insert(
      weakly: listener, priority: priority, joins: joins(replay))
    if isNew { didAttach(listener, attachment, to: mediator, replay: replay, missesLaunch: true) }
    return attachment
  }

  // MARK: Replay

  /// The position that a replay to a listener attached now ends in.
  ///
  /// During a delivery that is the position before the event, because the listener receives
  /// it afterwards. Once each listener has received the event, it is the position after it.
  private var start: AppLifecycleTransitions { current?.before ?? transitions }

  /// Whether a listener that is attached now receives the event under way. There may be no such event
  /// although a listener is being called, when an urgent event has finished it.
  private func joins(_ replay: AppLifecycleMediator.Replay) -> Bool {
    guard current != nil else { return false }
    return replay == .state || (replay == .launch && !start.hasLaunched)
  }

  private func didAttach(
    _ listener: any AppLifecycleListener, _ attachment: AppLifecycleAttachment,
    to mediator: AppLifecycleMediator, replay: AppLifecycleMediator.Replay, missesLaunch: Bool
  ) {
    // A post that it makes waits, so that the listener receives it after its replay.
    mediator.holdingPosts {
      listener.onAttach(to: mediator)
      if replay != .none { self.replay(replay, to: listener, attachment) }
    }
    if replay == .none, missesLaunch, attachment.isAttached, transitions.hasLaunched,
      transitions.position != .terminated
    {
      report(.attachedAfterLaunch(listener: attachment.name))
    }
  }

  private func replay(
    _ replay: AppLifecycleMediator.Replay, to listener: any AppLifecycleListener,
    _ attachment: AppLifecycleAttachment
  ) {
    guard attachment.isAttached else { return }
    let steps = replay == .launch ? Array(start.replay.prefix(1)) : start.replay
    if steps.isEmpty { return }
    transitions.confirm(launchOnly: replay == .launch)
    deliver(steps, to: listener, attachment)
  }

  private func deliver(
    _ steps: [AppLifecycleEvent], to listener: any AppLifecycleListener,
    _ attachment: AppLifecycleAttachment
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
        order: .registration, userInfo: event == .didFinishLaunching ? launchUserInfo : nil)
      deliver(context, to: listener, attachment)
    }
  }

  private func deliver(
    _ context: AppLifecycleContext, to listener: any AppLifecycleListener,
    _ attachment: AppLifecycleAttachment
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
}
