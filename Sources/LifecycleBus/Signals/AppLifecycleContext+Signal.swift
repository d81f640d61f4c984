public import LifecycleBus

extension AppLifecycleContext {
  /// The signal behind the event; `nil` for an event that no
  /// ``/LifecycleBusSignals/ProcessSignalSource`` posted because of one.
  ///
  /// ```swift
  /// func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
  ///   if event == .willTerminate, context.signal == .hangup { terminal.isGone = true }
  /// }
  /// ```
  public var signal: ProcessSignal? {
    (userInfo?[ProcessSignalSource.signalKey] as? Int32).map(ProcessSignal.init)
  }
}
