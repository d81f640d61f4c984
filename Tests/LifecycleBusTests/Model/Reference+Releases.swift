import LifecycleBus

// When an object goes: a listener at once, or at the end of the event under way. Where the contract
// leaves a choice, the reference takes the one that the bus took.

extension Reference {
  /// Whether the bus saw this next.
  func isNext(_ observed: Seen) -> Bool { seen.count < bus.count && bus[seen.count] == observed }

  /// Detaches a listener, which is released at once, or at the end of the event under way.
  func detach(_ attachment: RefAttachment) {
    if attachment.isDetached { return }
    if deinits > 0, attachment.store.isInEvent { note(.deinitDetachesInEvent) }
    if attachment.isKept, attachment.store.isInEvent { note(.detachedInEvent) }
    attachment.isDetached = true
    if attachment.isKept { leave(attachment.store, attachment.listener) }
    release(attachment.store)
  }

  func detachAll(from store: RefStore) {
    let attached = store.attachments.filter { !$0.isDetached }
    for attachment in attached { attachment.isDetached = true }
    for attachment in attached where attachment.isKept { leave(store, attachment.listener) }
    release(store)
  }

  private func leave(_ store: RefStore, _ listener: RefListener) {
    listener.keepers -= 1
    listener.leftoverIn.append(store)
    store.leftovers.append(listener)
  }

  /// Releases what was detached, one after the other, once no event is under way.
  func release(_ store: RefStore) {
    releaseListeners(of: store)
    while let former = store.formers.first,
      !store.isInEvent && !store.isReleasing || isNext(former.death)
    {
      store.formers.removeFirst()
      letGo(former)
    }
  }

  private func releaseListeners(of store: RefStore) {
    if store.isReleasing { return }
    store.isReleasing = true
    while !store.isInEvent, !store.leftovers.isEmpty {
      // The order among them is not part of the contract.
      let next = store.leftovers.firstIndex { isNext($0.death) } ?? 0
      let listener = store.leftovers.remove(at: next)
      listener.leftoverIn.removeAll { $0 === store }
      settle(listener)
    }
    store.isReleasing = false
  }

  /// A listener goes with its last reference. Stores that are releasing several may have released it
  /// already.
  func settle(_ listener: RefListener) {
    guard listener.isAlive, !listener.isHeld, !listener.isFading else { return }
    let mayBeGone = listener.leftoverIn.allSatisfy { $0.isReleasing && !$0.isInEvent }
    guard listener.leftoverIn.isEmpty || mayBeGone && isNext(listener.death) else { return }
    listener.isAlive = false
    part(ActSequence.deinits + listener.id)
  }

  /// Gives up a reference to a payload.
  func letGo(_ payload: RefPayload?) {
    guard let payload else { return }
    payload.owners -= 1
    if payload.owners == 0 { part(ActSequence.payloads + payload.number) }
  }

  /// A `deinit` performs its script.
  private func part(_ key: Int) {
    note(centers.contains(where: \.isDelivering) ? .deinitInEvent : .deinitBetweenEvents)
    deinits += 1
    call(key, [.gone(key)])
    deinits -= 1
  }

  /// Whether a mediator goes when its last event is over, and the post not yet: the bus has done so.
  func mayGoEarly(_ mediator: RefMediator) -> Bool {
    let isUnderWay = centers.flatMap(\.jobs).contains {
      switch $0 {
      case .step(let other, _, _, _), .endStep(let other), .scene(let other, _, _):
        other === mediator
      case .sceneTurn(let adopter, _): mediator.store.attachments.contains { $0 === adopter.root }
      default: false
      }
    }
    let deaths =
      mediator.store.attachments.map(\.listener.death)
      + [mediator.launchPayload?.death].compactMap(\.self)
    return !isUnderWay && deaths.contains(where: isNext)
  }

  /// Another thread has released these for certain.
  func endFading() {
    for listener in listeners.values where listener.isFading {
      listener.isFading = false
      listener.isAlive = false
    }
  }
}
