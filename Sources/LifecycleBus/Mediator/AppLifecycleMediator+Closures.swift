extension AppLifecycleMediator {
  /// Calls a closure for some events.
  ///
  /// ```swift
  /// mediator.on(.didEnterBackground, .willTerminate) { _ in cache.purge() }
  /// ```
  ///
  /// The closure is kept until the attachment is detached or the mediator goes.
  ///
  /// - Parameters:
  ///   - events: The events to call it for; none means every event.
  ///   - fileID: Names the closure to a probe, with `line`. Leave it out.
  ///   - line: Leave it out.
  ///   - action: Called on the main actor, inside the relay, in its turn among the listeners.
  /// - Returns: The closure's place. You may ignore it, and then it stays as long as the mediator.
  @discardableResult
  public func on(
    _ events: AppLifecycleEvent...,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    perform action: @escaping @MainActor (AppLifecycleContext) -> Void
  ) -> Attachment {
    let mask: UInt32 =
      events.isEmpty ? .max : events.reduce(0) { $0 | 1 << UInt32($1.ordinal) }
    return relay.attach(
      ClosureObserver(mask: mask, action: action), name: "closure at \(fileID):\(line)",
      priority: 0, replay: .none, missesLaunch: events.contains(.didFinishLaunching))
  }
}

/// A listener that is one closure. The events are bits, so that the question whether to call it
/// needs no hash.
private struct ClosureObserver: AppLifecycleListener {
  let mask: UInt32
  let action: @MainActor (AppLifecycleContext) -> Void

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if mask & (1 << UInt32(event.ordinal)) != 0 { action(context) }
  }
}
