extension Relay {
  typealias Attachment = AppLifecycleMediator.Attachment

  /// Attaches a listener that is kept, or finds the attachment it already has.
  func attach(
    _ listener: any AppLifecycleListener, name: String? = nil, priority: Int,
    replay: AppLifecycleMediator.Replay, missesLaunch: Bool = true
  ) -> Attachment {
    let object = type(of: listener) is AnyClass ? listener as AnyObject : nil
    let identity = object.map(ObjectIdentifier.init)
    if let attachment = existingAttachment(identity) {
      table.keep(listener, seat: attachment.seat)
      return attachment
    }
    let seat = ListenerSeat(priority: priority, identity: identity, name: name)
    return take(
      seat, for: listener, storing: listener, replay: replay, missesLaunch: missesLaunch)
  }

  /// Attaches a listener that is not kept, or finds the attachment it already has.
  func attach(
    weakly listener: any AppLifecycleListener & AnyObject, priority: Int,
    replay: AppLifecycleMediator.Replay
  ) -> Attachment {
    let identity = ObjectIdentifier(listener)
    if let attachment = existingAttachment(identity) { return attachment }
    let seat = ListenerSeat(priority: priority, identity: identity, weakListener: listener)
    return take(seat, for: listener, storing: NoListener(), replay: replay, missesLaunch: true)
  }

  func detach(_ seat: ListenerSeat) {
    guard seat.isTaken else { return }
    forget(seat)
    table.remove(seat)
    requests.withdrawAbsent()
  }

  /// Frees the identity of a listener that has left. A new object may have its address by now.
  func forget(_ seat: ListenerSeat) {
    guard let identity = seat.identity, attachments[identity]?.seat === seat else { return }
    attachments[identity] = nil
  }

  /// The attachment of a living object. One that was freed may have left its address to a new
  /// object.
  private func existingAttachment(_ identity: ObjectIdentifier?) -> Attachment? {
    guard let identity, let attachment = attachments[identity] else { return nil }
    guard attachment.seat.isAbandoned else { return attachment }
    detach(attachment.seat)
    return nil
  }

  private func take(
    _ seat: ListenerSeat, for listener: any AppLifecycleListener,
    storing stored: any AppLifecycleListener, replay: AppLifecycleMediator.Replay,
    missesLaunch: Bool
  ) -> Attachment {
    let attachment = Attachment(seat: seat, relay: self)
    if let identity = seat.identity { attachments[identity] = attachment }
    // During a relay the past ends before its event: the listener is walked up to there, and then
    // hears the event.
    let past = table.hasTold ? transitions : transitionsBefore ?? transitions
    let steps: [AppLifecycleEvent] =
      switch replay {
      case .none: []
      case .launch: Array(past.replay.prefix(1))
      case .state: past.replay
      }
    let joins = replay == .state || (replay == .launch && !past.hasLaunched)
    table.insert(stored, seat: seat, joins: joins)
    requests.note(listener, seat: seat)
    if replay == .none {
      if missesLaunch, transitions.hasLaunched, transitions.position != .terminated {
        report(.attachedAfterLaunch(listener: seat.label(of: listener)))
      }
    } else if !steps.isEmpty {
      transitions.confirm()
      self.replay(steps, to: listener, seat: seat)
    }
    return attachment
  }

  private func replay(
    _ steps: [AppLifecycleEvent], to listener: any AppLifecycleListener, seat: ListenerSeat
  ) {
    var walk = AppLifecycleTransitions()
    runningToCompletion {
      for event in steps where seat.isTaken {
        let previousState = walk.state
        walk.advance(by: event)
        let context = AppLifecycleContext(
          event: event, state: walk.state, previousState: previousState, origin: .replayed,
          userInfo: event == .didFinishLaunching ? launchUserInfo : nil)
        seat.tell(listener, context, timedBy: probe)
      }
    }
  }
}
