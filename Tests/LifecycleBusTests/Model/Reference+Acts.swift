import LifecycleBus
import LifecycleBusDelegates

extension Reference {
  func perform(_ act: Act) {
    perform(act, on: centers[0], carrying: nil)
    seen.append(.done)
  }

  private func perform(_ act: Act, on center: RefCenter, carrying payload: Int?) {
    switch act {
    case .on(let number, let act): perform(act, on: centers[number], carrying: payload)
    case .carrying(let number, let act): perform(act, on: center, carrying: number)
    case .post(let event): post(.app(event), on: center, payload, isElsewhere: false)
    case .postElsewhere(let event): post(.app(event), on: center, payload, isElsewhere: true)
    case .postScene(let event, let scene):
      post(.scene(event, scene), on: center, nil, isElsewhere: false)
    case .postSceneElsewhere(let event, let scene):
      post(.scene(event, scene), on: center, nil, isElsewhere: true)
    case .attach, .end, .detach, .free, .freeMeanwhile, .renew: changeMembership(act)
    case .make(let id, let isLifecycle, let state):
      let mediator = RefMediator(id: id, isLifecycle: isLifecycle, state: state)
      mediators[id] = mediator
      observe(mediator, center)
    case .observe(let id): if let mediator = mediators[id] { observe(mediator, center) }
    case .observeScenes(let id):
      if let mediator = mediators[id] { observeScenes(mediator, center) }
    case .missSuspension(let id): mediators[id]?.hasMissedSuspension = true
    case .drop(let id): drop(id, isElsewhere: false)
    case .dropElsewhere(let id): drop(id, isElsewhere: true)
    case .probe(let id, let isOn): mediators[id]?.isProbed = isOn
    case .open(let id, let untilTaken): openURL(id, untilTaken: untilTaken)
    case .terminate(let id): askWhetherToTerminate(id)
    case .fetch(let id):
      turn()
      fetch(id)
    case .hold(let number, let id): takeHold(number, id)
    case .release(let number), .releaseElsewhere(let number): releaseHold(number)
    case .expire(let id): if let mediator = mediators[id] { expire(mediator) }
    case .look: look()
    case .turn: turn()
    case .runOut(let id):
      turn()
      if let mediator = mediators[id] { calling(mediator) { wait(mediator) } }
    case .wait(let number, let id):
      turn()
      beginWait(number, id)
    case .endBudget(let number):
      turn()
      endBudget(number)
    }
  }

  private func changeMembership(_ act: Act) {
    switch act {
    case .attach(let number, let listener, let place, let priority, let replay, let weakly):
      let attachment = attach(listener, place, priority, replay, weakly: weakly)
      // The mediator may have been released in a callback.
      attachments[number] = store(place) == nil ? nil : attachment
      places[number] = place
    case .end(let number): if let attachment = attachments[number] { detach(attachment) }
    case .detach(let id, let place):
      guard let listener = listeners[id], !listener.isReleased else { return }
      if let attachment = store(place)?.attachment(of: listener) { detach(attachment) }
    case .free(let id):
      guard let listener = listeners[id], !listener.isValue else { return }
      listener.isReleased = true
      settle(listener)
    case .freeMeanwhile(let id, _):
      guard let listener = listeners[id], !listener.isValue, !listener.isReleased,
        !listener.wasKept
      else { return }
      listener.isReleased = true
      listener.isFading = true
    case .renew(let id):
      guard let former = listeners[id], former.isReleased, !former.isFading else { return }
      note(.renewedListener)
      listeners[id] = RefListener(id: id)
    default: break
    }
  }

  // MARK: Mediators

  private func observe(_ mediator: RefMediator, _ center: RefCenter) {
    use(center, by: mediator)
    if !center.app.mediators.contains(where: { $0 === mediator }) {
      center.app.mediators.append(mediator)
    }
  }

  private func observeScenes(_ mediator: RefMediator, _ center: RefCenter) {
    use(center, by: mediator)
    if !center.scene.mediators.contains(where: { $0 === mediator }) {
      center.scene.mediators.append(mediator)
      mediator.sceneCenters.append(center)
    }
  }

  private func use(_ center: RefCenter, by mediator: RefMediator) {
    if mediator.centers.contains(where: { $0 === center }) { return }
    for other in mediator.centers { center.link(with: other) }
    mediator.centers.append(center)
  }

  /// Gives up the reference to a mediator, unless it is waited with.
  private func drop(_ id: Int, isElsewhere: Bool) {
    guard let mediator = mediators[id], !waits.contains(where: { $0.mediator === mediator }) else {
      return
    }
    if deinits > 0 { note(.deinitDropsMediator) }
    mediators[id] = nil
    for number in attachments.keys where places[number] == .mediator(id) {
      attachments[number] = nil
    }
    if mediator.frames > 0 {
      mediator.isDropped = true
    } else if isElsewhere {
      for center in mediator.centers { put(.departure(mediator), into: center) }
    } else {
      close(mediator)
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
    if mediator.centers.count > 1 { note(.mediatorGoesWithTwoCenters) }
    for center in mediator.centers { close(mediator, on: center) }
  }

  func close(_ mediator: RefMediator, on center: RefCenter) {
    center.remove(mediator, from: \.app)
    endIfUnused(center)
    mediator.isOpen = false
    releaseIfClosed(mediator)
  }

  func releaseIfClosed(_ mediator: RefMediator) {
    guard !mediator.isOpen, !mediator.isReleased else { return }
    guard mediator.keepers == 0 || mayGoEarly(mediator) else { return }
    mediator.isReleased = true
    for center in mediator.sceneCenters {
      center.remove(mediator, from: \.scene)
      endIfUnused(center)
    }
    updateAssertion(mediator)
    detachAll(from: mediator.store)
    letGo(mediator.launchPayload)
    mediator.launchPayload = nil
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
    let isFading = listeners.values.contains(where: \.isFading)
    if isFading { note(.readWhileReleased) }
    seen.append(.look(isFading ? look.withoutAttachments() : look))
  }

  func turn() {
    while !laters.isEmpty {
      switch laters.removeFirst() {
      case .inbox(let center): takeInbox(of: center)
      case .assertion(let mediator): updateAssertion(mediator)
      }
    }
  }
}
