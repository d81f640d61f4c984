import LifecycleBus

extension Model {
  func post(_ post: Post) {
    elsewhere.append(post)
    if post.isElsewhere { return }
    own(post.payload)
    hear()
    guard !underWay.isEmpty, post.isEnd, current?.isEnd != true else { return }
    // An end in a callback: first what is left of what is under way, then what was posted before.
    for index in underWay.indices.reversed() { finish(index) }
    while undelivered.contains(where: { $0.number == post.number }) { deliverNext() }
  }

  /// Posts of other threads are known to the main actor now.
  func hear() {
    undelivered += elsewhere
    elsewhere = []
    settle()
  }

  /// Outside of callbacks: releases and delivers all that waits.
  func settle() {
    while underWay.isEmpty, !undelivered.isEmpty || !unreleased.isEmpty { deliverNext() }
  }

  private func deliverNext() {
    releaseAll()
    if undelivered.isEmpty { return }
    let post = undelivered.removeFirst()
    current = post
    let receivers = mediators.filter { $0.lastPosts?.contains(post.number) ?? $0.observes(post) }
    let over: Part = {
      self.current = nil
      self.releaseAll()
      self.disown(post.payload)
    }
    carryOut(receivers.flatMap { relay(post, $0) } + [over])
  }

  private func relay(_ post: Post, _ mediator: Mediator) -> [Part] {
    let (anomaly, part): (AppLifecycleAnomaly, Part) =
      switch post.event {
      case .app(let event): (.postedOffMain(event), { self.relay(event, mediator) })
      case .scene(let event, let scene):
        (.scenePostedOffMain(event), { self.relay(event, scene, mediator) })
      }
    return [{ if post.isElsewhere { self.report(anomaly, mediator) } }, part]
  }

  // MARK: One event, one mediator

  private func relay(_ event: AppSceneEvent, _ scene: Int, _ mediator: Mediator) {
    let before = mediator.scenes[scene] ?? .disconnected
    mediator.scenes[scene] = event == .didDisconnect ? nil : event.resultingState
    let text = "scene \(event) \(before)>\(event.resultingState) \(mediator.visibleScenes)"
    tellAll(News(text: text, direction: event.direction), mediator)
  }

  /// Relays an event with the steps that are missing before it, or drops it.
  private func relay(_ event: AppLifecycleEvent, _ mediator: Mediator) {
    let walk = mediator.walk
    guard let steps = mediator.plan.policy == .relay ? [] : walk.steps(before: event) else {
      return report(walk.anomaly(dropping: event), mediator)
    }
    let posted = "posted \(current?.payload ?? "-")"
    let origins = steps.map { ($0, "synthesized -") } + [(event, posted)]
    var parts: [Part] = []
    for (step, origin) in origins {
      parts.append { if step != event { self.report(.synthesized(step, before: event), mediator) } }
      parts.append { self.relay(step, origin, mediator) }
    }
    carryOut(parts)
  }

  private func relay(_ event: AppLifecycleEvent, _ origin: String, _ mediator: Mediator) {
    let before = mediator.walk
    mediator.before = before
    mediator.walk.advance(by: event)
    let news = News(
      text: "\(event) \(before.state)>\(mediator.walk.state) \(origin)",
      direction: event.direction, probed: mediator.hasProbe ? event : nil)
    tellAll(news, mediator)
  }

  private func tellAll(_ news: News, _ mediator: Mediator) {
    let listeners = members(
      of: .mediator(mediator.number), mirrored: news.direction == mediator.mirrored)
    let parts: [Part] = listeners.map { one in { self.tell(one, news, mediator) } }
    mediator.late = (news, underWay.count + 1)
    carryOut([
      { self.carryOut([{ self.probe(mediator, "begin", news) }] + parts) },
      {
        mediator.before = nil
        self.probe(mediator, "end", news)
      },
    ])
  }

  // MARK: Callbacks

  /// Calls a listener, or the children of a group in its place. A probe reads the names of the
  /// groups too.
  func tell(_ one: Membership, _ news: News, _ mediator: Mediator, groups: String = "") {
    guard isAttached(one) else { return }
    let (path, payload) = ("\(groups)\(one.name)", current?.payload)
    own(one.name)
    own(payload)
    if one.number >= scenario.listeners {
      if news == .attached {
        let group = Host.group(one.number)
        tellers[group] = tellers[group, default: []].filter { $0 !== mediator } + [mediator]
      }
      let children = members(of: .group(one.number), mirrored: news.direction == mediator.mirrored)
      carryOut(children.map { child in { self.tell(child, news, mediator, groups: "\(path)/") } })
      disown(one.name)
    } else {
      callback(one.name, news.text)
      disown(one.name)
      probe(mediator, "called", news, " \(path)")
    }
    disown(payload)
  }

  private func probe(_ mediator: Mediator, _ what: String, _ news: News, _ path: String = "") {
    guard let event = news.probed else { return }
    let text = "\(what) \(event)\(path)\(news.isReplay ? " replayed" : "")"
    callback("probe \(mediator.number)", text)
  }

  func report(_ anomaly: AppLifecycleAnomaly, _ mediator: Mediator) {
    if mediator.hasHandler { callback("mediator \(mediator.number)", "anomaly \(anomaly)") }
  }
}
