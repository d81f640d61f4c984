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
      guard isNew else { return }
      // A post that its replay causes waits, so that it receives the post after the replay.
      holdingPosts(of: mediator) { replayTo(found, replay, of: mediator) }
      let hasLaunched = mediator.last != nil && mediator.last != .willTerminate
      if replay == .none, hasLaunched, found.isAttached {
        report(.attachedAfterLaunch(listener: listener.name), of: mediator)
      }
    }
    leave(listener)
    return attachment
  }

  private func insert(
    _ listener: RefListener, _ store: RefStore, _ priority: Int, isKept: Bool
  ) -> (attachment: RefAttachment, isNew: Bool) {
    if deinits > 0 { note(.deinitAttaches) }
    if isKept { listener.wasKept = true }
    if let known = store.attachment(of: listener) {
      if isKept, !known.isKept {
        known.isKept = true
        listener.keepers += 1
      }
      return (known, false)
    }
    let attachment = RefAttachment(listener, store, priority: priority, isKept: isKept)
    if isKept { listener.keepers += 1 }
    store.append(attachment)
    return (attachment, true)
  }

  private func replayTo(
    _ attachment: RefAttachment, _ replay: AppLifecycleMediator.Replay, of mediator: RefMediator
  ) {
    if replay == .none { return }
    if let event = mediator.current, replay == .state || mediator.start == nil {
      join(attachment, event, of: mediator)
    }
    let steps = LegalWalk.replay(after: mediator.start).prefix(replay == .launch ? 1 : 3)
    guard !steps.isEmpty, let center = mediator.centers.first else { return }
    mediator.confirm(launchOnly: replay == .launch)
    let wasTerminated = mediator.last == .willTerminate
    var state = AppLifecycleState.notRunning
    for event in steps where attachment.isAttached {
      if mediator.last == .willTerminate, !wasTerminated { return }
      let payload = event == .didFinishLaunching ? mediator.launchPayload : nil
      let step = RefEvent(
        mediator: mediator, event: event, state: event.resultingState ?? state, before: state,
        origin: .replayed, payload: payload, center: center, stores: [])
      state = step.state
      let isProbed = mediator.isProbed
      if payload != nil { note(.payloadReplayed) }
      payload?.owners += 1
      deliverReplay(step, to: attachment.listener)
      if isProbed {
        seen.append(
          .probeSees(
            mediator: mediator.id, event, listener: attachment.listener.name, isReplay: true))
      }
      letGo(payload)
    }
  }

  /// A replay to a group reaches its children.
  private func deliverReplay(_ event: RefEvent, to listener: RefListener) {
    guard let group = groups[listener.id] else {
      call(listener, event.calls(of: listener.id))
      return
    }
    group.events += 1
    for child in group.inOrder() where child.isAttached {
      group.calls += 1
      deliverReplay(event, to: child.listener)
      group.calls -= 1
    }
    group.events -= 1
    release(group)
  }
}
