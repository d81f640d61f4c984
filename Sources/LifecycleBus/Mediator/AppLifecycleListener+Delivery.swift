extension AppLifecycleListener {
  /// Tells this listener of an event exactly as a mediator does: the event's own method, then
  /// ``onAppEvent(_:context:)``.
  ///
  /// For a listener that passes events on to others, and for testing one listener on its own:
  ///
  /// ```swift
  /// cache.receive(.didEnterBackground)
  /// ```
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - context: What else is known; by default, what a first event would carry.
  public func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext? = nil) {
    ListenerCell(self).tell(event, context ?? AppLifecycleContext(event: event))
  }

  /// The same for a listener that may leave on the way: `onAppEvent` is not called if it has left
  /// by then.
  package func receive(_ context: AppLifecycleContext, whileAttached isAttached: () -> Bool) {
    ListenerCell(self).callMethod(for: context.event)
    if isAttached() { onAppEvent(context.event, context: context) }
  }
}
