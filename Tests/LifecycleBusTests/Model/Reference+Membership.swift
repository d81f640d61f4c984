import LifecycleBus

extension Reference {
  func attach(
    _ id: Int, _ place: Place, _ priority: Int, _ replay: AppLifecycleMediator.Replay,
    weakly: Bool
  ) -> RefAttachment? {
    guard let store = store(place), let listener = listeners[id], !listener.isReleased else {
      return nil
    }
    guard case .mediator(let number) = place, let mediator = mediators[number] else {
      return insert(listener, store, priority, isKept: true).attachment
    }
    var attachment: RefAttachment?
    // The caller has a reference to the listener until the method returns.
    listener.calls += 1
    calling(mediator) {
      let isKept = !weakly || listener.isValue
      let (found, isNew) = insert(listener, store, priority, isKept: isKept)
      attachment = found
      if isNew { replayTo(found, replay, of: mediator) }
    }
    leave(listener)
    return attachment
  }

  private func insert(
    _ listener: RefListener, _ store: RefStore, _ priority: Int, isKept: Bool
  ) -> (attachment: RefAttachment, isNew: Bool) {
    if isKept { listener.wasKept = true }
    if let known = store.attachment(of: listener) {
      if isKept { known.isKept = true }
      return (known, false)
    }
    let attachment = RefAttachment(listener, priority: priority, isKept: isKept)
    store.append(attachment)
    return (attachment, true)
  }

  private func replayTo(
    _ attachment: RefAttachment, _ replay: AppLifecycleMediator.Replay, of mediator: RefMediator
  ) {
    let listener = attachment.listener
    if replay == .none {
      let hasLaunched = mediator.last != nil && mediator.last != .willTerminate
      if hasLaunched { report(.attachedAfterLaunch(listener: listener.name), of: mediator) }
      return
    }
    if let event = mediator.current, replay == .state || mediator.start == nil {
      join(attachment, event, of: mediator)
    }
    let steps = LegalWalk.replay(after: mediator.start).prefix(replay == .launch ? 1 : 3)
    if steps.isEmpty { return }
    mediator.confirm(launchOnly: replay == .launch)
    let wasTerminated = mediator.last == .willTerminate
    holdingPosts {
      var state = AppLifecycleState.notRunning
      for event in steps where attachment.isAttached {
        if mediator.last == .willTerminate, !wasTerminated { return }
        let step = RefEvent(
          mediator: mediator, event: event, state: event.resultingState ?? state, before: state,
          origin: .replayed)
        state = step.state
        let isProbed = mediator.isProbed
        deliverReplay(step, to: listener)
        guard isProbed else { continue }
        seen.append(
          .probeSees(
            mediator: mediator.id, event, listener: listener.name, isReplay: true))
      }
    }
  }

  /// A replay to a group reaches its children.
  private func deliverReplay(_ event: RefEvent, to listener: RefListener) {
    guard let group = groups[listener.id] else {
      return call(listener.id, event.calls(of: listener.id))
    }
    for child in group.inOrder() where child.isAttached {
      deliverReplay(event, to: child.listener)
    }
  }
}
