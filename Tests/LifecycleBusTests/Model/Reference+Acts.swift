import LifecycleBus
import LifecycleBusDelegates

extension Reference {
  func perform(_ act: Act) {
    switch act {
    case .post(let event): post(.app(event), isElsewhere: false)
    case .postElsewhere(let event): post(.app(event), isElsewhere: true)
    case .postScene(let event, let scene): post(.scene(event, scene), isElsewhere: false)
    case .postSceneElsewhere(let event, let scene): post(.scene(event, scene), isElsewhere: true)
    case .attach(let number, let listener, let place, let priority, let replay, let weakly):
      let attachment = attach(listener, place, priority, replay, weakly: weakly)
      // The mediator may have been released in a callback.
      attachments[number] = store(place) == nil ? nil : attachment
      places[number] = place
    case .end(let number):
      attachments[number]?.isDetached = true
    case .detach(let listener, let place):
      guard let store = store(place), let listener = listeners[listener] else { return }
      store.attachment(of: listener)?.isDetached = true
    case .free(let id):
      guard let listener = listeners[id], !listener.wasKept, !listener.isValue else { return }
      listener.isReleased = true
      listener.calls += 1
      leave(listener)
    case .make(let id, let isLifecycle, let state):
      let mediator = RefMediator(id: id, isLifecycle: isLifecycle, state: state)
      mediators[id] = mediator
      appChannel.mediators.append(mediator)
    case .observeScenes(let id):
      guard let mediator = mediators[id] else { return }
      if !sceneChannel.mediators.contains(where: { $0 === mediator }) {
        sceneChannel.mediators.append(mediator)
      }
    case .drop(let id), .dropElsewhere(let id):
      guard let mediator = mediators[id] else { return }
      mediators[id] = nil
      for number in attachments.keys where places[number] == .mediator(id) {
        attachments[number] = nil
      }
      if mediator.frames > 0 {
        mediator.isDropped = true
      } else if case .drop = act {
        close(mediator)
      } else {
        put(.departure(mediator))
      }
    case .probe(let id, let isOn): mediators[id]?.isProbed = isOn
    case .open(let id, let untilTaken): openURL(id, untilTaken: untilTaken)
    case .terminate(let id): askWhetherToTerminate(id)
    case .fetch(let id):
      turn()
      fetch(id)
    case .hold(let number, let id): takeHold(number, id)
    case .release(let number): releaseHold(number)
    case .expire(let id): if let mediator = mediators[id] { expire(mediator) }
    case .look: look()
    case .turn: turn()
    case .runOut(let id):
      turn()
      if let mediator = mediators[id] { calling(mediator) { wait(mediator) } }
    }
  }

  func store(_ place: Place) -> RefStore? {
    switch place {
    case .mediator(let id): mediators[id]?.store
    case .group(let id): groups[id]
    }
  }

  /// Calls a method of a mediator, which lives until the method returns.
  func calling(_ mediator: RefMediator, _ body: () -> Void) {
    mediator.frames += 1
    body()
    mediator.frames -= 1
    if mediator.frames == 0, mediator.isDropped { close(mediator) }
  }

  /// The last reference to a mediator is gone: no later event reaches it.
  func close(_ mediator: RefMediator) {
    mediator.isOpen = false
    appChannel = appChannel.without(mediator)
    sceneChannel = sceneChannel.without(mediator)
    releaseIfClosed(mediator)
  }

  func releaseIfClosed(_ mediator: RefMediator) {
    guard !mediator.isOpen, mediator.keepers == 0, !mediator.isReleased else { return }
    mediator.isReleased = true
    mediator.store.detachAll()
    updateAssertion(mediator)
  }

  func look() {
    var look = Look()
    for (id, mediator) in mediators.sorted(by: { $0.key < $1.key }) {
      let states = mediator.scenes.values
      look.mediators.append(
        .init(
          id: id, state: mediator.state, count: mediator.store.count,
          holds: mediator.hold.open.map { "H\($0)" }, connected: states.count,
          visible: states.count(where: \.isVisible)))
    }
    look.groups = Bounds.groups.map { groups[$0]?.count ?? 0 }
    for (number, attachment) in attachments where attachment.isAttached {
      look.attached |= 1 << UInt64(number)
    }
    for (number, mediator) in holds where mediator.hold.open.contains(number) {
      look.open |= 1 << UInt64(number)
    }
    seen.append(.look(look))
  }

  func turn() {
    while !laters.isEmpty {
      turned += 1
      switch laters.removeFirst() {
      case .inbox: takeInbox()
      case .assertion(let mediator): updateAssertion(mediator)
      }
    }
  }
}

extension Reference.Channel {
  /// Without its last mediator, the channel ends: what waits for it is lost, and a later mediator
  /// has a new one.
  func without(_ mediator: RefMediator) -> Reference.Channel {
    mediators.removeAll { $0 === mediator }
    return mediators.isEmpty ? Reference.Channel() : self
  }
}
