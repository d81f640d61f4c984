import LifecycleBus

extension Model {
  func make(_ number: Int) {
    guard !mediators.contains(where: { $0.number == number }) else { return }
    let mediator = Mediator(number, scenario.mediators[number])
    mediators.append(mediator)
    let listeners = mediator.plan.listeners.map { Membership($0) }.filter(isAttached)
    // Its first callback is one of its listeners' onAttach(to:), where callers come to know it.
    tellers[.mediator(number)] = [mediator]
    attach(listeners, to: .mediator(number), [mediator]) {
      mediator.hasHandler = true
      mediator.hasProbe = mediator.hasProbe || mediator.plan.hasProbe
    }
  }

  func attach(_ new: Membership, to place: Host, _ replay: Replay) {
    guard let tellers = tellers[place], isAttached(new) else { return }
    if let first = members(of: place).first(where: { $0.number == new.number }) {
      // The first attachment stays, and keeps the listener from now on.
      if first.isWeak, !new.isWeak { own(new.name) }
      (first.isWeak, first.isNamed) = (first.isWeak && new.isWeak, true)
      return
    }
    let told = tellers.filter { $0.lastPosts == nil && isInside(place, .mediator($0.number)) }
    let parts = told.flatMap { place == .mediator($0.number) ? catchUp(new, $0, replay) : [] }
    attaching += 1
    attach([new], to: place, told, parts) { (new.isNamed, attaching) = (true, attaching - 1) }
  }

  private func attach(
    _ new: [Membership], to place: Host, _ told: [Mediator], _ parts: [Part] = [],
    whenAttached: Part
  ) {
    for one in new {
      // The call keeps its listeners until it returns.
      own(one.name)
      if !one.isWeak { own(one.name) }
      let index = rosters[place]?.firstIndex { $0.priority < one.priority }
      rosters[place, default: []].insert(one, at: index ?? rosters[place]?.count ?? 0)
    }
    let tells = new.flatMap { one in
      told.map { mediator -> Part in { self.tell(one, .attached, mediator) } }
    }
    carryOut(tells + parts)
    settle()
    whenAttached()
    for one in new { disown(one.name) }
  }

  private func isInside(_ inner: Host, _ outer: Host) -> Bool {
    inner == outer || members(of: outer).contains { isInside(inner, .group($0.number)) }
  }

  /// The replay, and the report of a launch that was missed.
  private func catchUp(_ new: Membership, _ mediator: Mediator, _ replay: Replay) -> [Part] {
    let walk = mediator.before ?? mediator.walk
    let isWanted = replay == .state || replay == .launch && walk.last == nil
    if mediator.before != nil, isWanted, let late = mediator.late {
      underWay[late.index].append { self.tell(new, late.news, mediator) }
    }
    var (state, isProbed): (AppLifecycleState, Bool?) = (.notRunning, nil)
    let replayed: [Part] = walk.replayed(replay).map { event in
      {
        guard self.isAttached(new) else { return }
        let text = "\(event) \(state)>\(event.resultingState ?? state) replayed -"
        (state, isProbed) = (event.resultingState ?? state, isProbed ?? mediator.hasProbe)
        mediator.walk.confirm(onlyLaunch: replay == .launch)
        let probed = isProbed == true ? event : nil
        self.tell(new, News(text: text, probed: probed, isReplay: true), mediator)
      }
    }
    let isLate = ![.notRunning, .terminated].contains(mediator.walk.state) && replay == .none
    let report: Part = {
      guard isLate, self.isAttached(new) else { return }
      self.report(.attachedAfterLaunch(listener: new.name), mediator)
    }
    return replayed + [report]
  }

  func detach(_ number: Int, from place: Host) {
    let found = tellers[place].flatMap { _ in members(of: place).first { $0.number == number } }
    guard let one = found else { return }
    // A caller without the attachment names the listener, and so keeps it during the call.
    let named = one.isNamed ? nil : one.name
    own(named)
    one.isOver = true
    if !one.isWeak { unreleased.append(one.name) }
    settle()
    disown(named)
  }

  /// One of the references to a mediator goes; with the last one, it does.
  func disown(_ mediator: Mediator, isElsewhere: Bool = false) {
    mediator.owners -= 1
    if mediator.owners > 0 { return }
    // What was posted before reaches it; outside of callbacks, what the main actor knows of.
    if !underWay.isEmpty, !isElsewhere { hear() }
    let posts = undelivered + (isElsewhere ? elsewhere : [])
    mediator.lastPosts = posts.filter(mediator.observes).map(\.number)
    settle()
  }
}
