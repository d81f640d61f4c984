extension AppLifecycleContext {
  /// The signal behind the event; `nil` for an event that no ``ProcessSignalSource`` posted because
  /// of one.
  ///
  /// ```swift
  /// func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
  ///   if event == .willTerminate, context.signal == .hangup { terminal.isGone = true }
  /// }
  /// ```
  public var signal: ProcessSignal? {
    (userInfo?[ProcessSignalSource.signalKey] as? Int32).map(ProcessSignal.init)
  }

  /// Whether the process is on its way to the end: `true` for `willTerminate`, and for the events
  /// that a ``ProcessSignalSource`` posts before it on the same way.
  ///
  /// After Ctrl-Z, `willResignActive` is no ending; after Ctrl-C it is.
  public var isEnding: Bool {
    event == .willTerminate || userInfo?[ProcessSignalSource.endingKey] as? Bool == true
  }
}
