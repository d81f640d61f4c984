import LifecycleBus

/// Shows each event as it is relayed.
struct EventPrinter: AppLifecycleListener {
  let screen: Screen

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    screen.note("\(event): \(context.previousState) -> \(context.state)")
  }
}
