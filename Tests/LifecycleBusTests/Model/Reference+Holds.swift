import LifecycleBus

/// The holds of a mediator of the reference.
struct RefHolds {
  /// The open holds, oldest first.
  var open: [Int] = []
  /// The waits that are under way.
  var waits: [RefWait] = []
  var isExpiring = false
  /// Whether the system's assertion is held.
  var isAsserted = false
  /// Whether a wait has ended since the app went to the background.
  var isSuspended = false
}

/// A wait for the holds of a mediator.
final class RefWait {
  let number: Int
  let mediator: RefMediator
  /// What the wait returned; `nil` while it is under way.
  var expired: [String]?

  init(_ number: Int, _ mediator: RefMediator) { (self.number, self.mediator) = (number, mediator) }
}

extension Reference {
  func takeHold(_ number: Int, _ id: Int) {
    guard let mediator = mediators[id] else { return }
    holds[number] = mediator
    if mediator.hold.isSuspended { note(.holdTakenWhileSuspended) }
    if !mediator.hold.waits.isEmpty { note(.holdTakenDuringWait) }
    if !mediator.hold.isExpiring { mediator.hold.open.append(number) }
    updateAssertion(mediator)
  }

  func releaseHold(_ number: Int) {
    guard let mediator = holds[number], mediator.hold.open.contains(number) else { return }
    mediator.hold.open.removeAll { $0 == number }
    guard mediator.hold.open.isEmpty else { return }
    if !mediator.hold.waits.isEmpty { note(.waitEndedByRelease) }
    endWaits(for: mediator, [])
    laters.append(.assertion(mediator))
  }

  // MARK: Waits

  /// Waits for the holds until the budget runs out.
  func wait(_ mediator: RefMediator) {
    let expired = mediator.hold.open.map { "H\($0)" }
    if !expired.isEmpty { closeHolds(of: mediator) }
    turn()
    seen.append(.waited(mediator: mediator.id, expired))
  }

  func beginWait(_ number: Int, _ id: Int) {
    guard let mediator = mediators[id], !waits.contains(where: { $0.number == number }) else {
      return
    }
    let wait = RefWait(number, mediator)
    waits.append(wait)
    mediator.hold.waits.append(wait)
    if mediator.hold.open.isEmpty {
      endWaits(for: mediator, [])
    } else {
      note(mediator.hold.isSuspended ? .waitAfterSuspension : .waitBegins)
    }
  }

  func endBudget(_ number: Int) {
    guard let wait = waits.first(where: { $0.number == number }), wait.expired == nil else {
      return
    }
    note(.waitEndedByBudget)
    closeHolds(of: wait.mediator)
    turn()
  }

  /// On the way up the waits end, and the holds stay open.
  func endWaitsOnTheWayUp(_ mediator: RefMediator) {
    if !mediator.hold.waits.isEmpty { note(.waitEndedByEvent) }
    endWaits(for: mediator, [])
    mediator.hold.isSuspended = false
  }

  private func endWaits(for mediator: RefMediator, _ expired: [String]) {
    for wait in mediator.hold.waits { wait.expired = expired }
    if !mediator.hold.waits.isEmpty, mediator.state == .background {
      mediator.hold.isSuspended = true
    }
    mediator.hold.waits = []
  }

  /// The waits that are over and have not been reported.
  var endedWaits: [RefWait] {
    waits.filter { $0.expired != nil }.sorted { $0.number < $1.number }
  }

  func reportWaits() {
    let ended = endedWaits
    waits.removeAll { $0.expired != nil }
    seen += ended.map { .waitEnds($0.number, $0.expired ?? []) }
  }

  // MARK: Expiration

  /// The system's time has run out.
  func expire(_ mediator: RefMediator) {
    if mediator.hold.isAsserted { closeHolds(of: mediator) }
  }

  /// Closes the open holds. Meanwhile none can be taken.
  func closeHolds(of mediator: RefMediator) {
    let expired = mediator.hold.open
    let names = expired.map { "H\($0)" }
    mediator.hold.open = []
    mediator.hold.isExpiring = true
    endWaits(for: mediator, names)
    seen += expired.map { .expired(hold: $0) }
    if !names.isEmpty { report(.holdsExpired(names), of: mediator) }
    updateAssertion(mediator)
    mediator.hold.isExpiring = false
  }

  /// The system's assertion is held while a hold is open.
  func updateAssertion(_ mediator: RefMediator) {
    if let oldest = mediator.hold.open.first {
      guard !mediator.hold.isAsserted else { return }
      mediator.hold.isAsserted = true
      seen.append(.timeBegins(mediator: mediator.id, "H\(oldest)"))
    } else if mediator.hold.isAsserted {
      mediator.hold.isAsserted = false
      seen.append(.timeEnds(mediator: mediator.id))
    }
  }

  /// After the last hold, the system's time is given back in a turn of the main queue; for a mediator
  /// that is gone also with the post under way.
  func endAssertionsEarly() {
    for case .assertion(let mediator) in laters where mediator.isReleased {
      if isNext(.timeEnds(mediator: mediator.id)) { updateAssertion(mediator) }
    }
  }
}
