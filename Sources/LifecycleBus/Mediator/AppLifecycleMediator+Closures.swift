extension AppLifecycleMediator {
  /// Calls a closure for some events.
  ///
  /// ```swift
  /// mediator.on(.didEnterBackground, .willTerminate) { _ in cache.purge() }
  /// ```
  ///
  /// The closure is kept until the attachment is detached or the mediator is released.
  ///
  /// - Parameters:
  ///   - events: The events to call it for; none means every event.
  ///   - fileID: The name of the closure in probes, with `line`. Leave it out.
  ///   - line: Leave it out.
  ///   - action: Called on the main actor, inside the post, in the order of attachment.
  /// - Returns: The closure's attachment. You may ignore it, and then it lasts as long as the
  ///   mediator.
  @discardableResult
  public func on(
    _ events: AppLifecycleEvent...,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    perform action: @escaping @MainActor (AppLifecycleContext) -> Void
  ) -> AppLifecycleAttachment {
    dispatcher.attach(
      ClosureListener("closure at \(fileID):\(line)", events, perform: action), to: self,
      priority: 0, replay: .none, missesLaunch: events.contains(.didFinishLaunching))
  }
}
