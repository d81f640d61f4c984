import LifecycleBus

/// The holds of a mediator of the reference.
struct RefHolds {
  /// The open holds, oldest first.
  var open: [Int] = []
  var isExpiring = false
  /// Whether the system's assertion is held.
  var isAsserted = false
}

extension Reference {
  func takeHold(_ number: Int, _ id: Int) {
    guard let mediator = mediators[id] else { return }
    holds[number] = mediator
    if !mediator.hold.isExpiring { mediator.hold.open.append(number) }
    updateAssertion(mediator)
  }

  func releaseHold(_ number: Int) {
    guard let mediator = holds[number], mediator.hold.open.contains(number) else { return }
    mediator.hold.open.removeAll { $0 == number }
    guard mediator.hold.open.isEmpty else { return }
    laters.append(.assertion(mediator))
  }

  /// Waits for the holds until the budget runs out.
  func wait(_ mediator: RefMediator) {
    let expired = mediator.hold.open.map { "H\($0)" }
    if !expired.isEmpty { closeHolds(of: mediator) }
    turn()
    seen.append(.waited(mediator: mediator.id, expired))
  }

  /// The system's time has run out.
  func expire(_ mediator: RefMediator) {
    if mediator.hold.isAsserted { closeHolds(of: mediator) }
  }

  /// Closes the open holds. Meanwhile none can be taken.
  func closeHolds(of mediator: RefMediator) {
    let expired = mediator.hold.open
    mediator.hold.open = []
    mediator.hold.isExpiring = true
    seen += expired.map { .expired(hold: $0) }
    let names = expired.map { "H\($0)" }
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
}
