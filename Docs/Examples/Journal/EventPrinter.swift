import LifecycleBus
import Listeners

/// Shows each event as it is relayed.
struct EventPrinter: AppLifecycleListener {
  let screen: Screen

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if screen.showsTimes {
      EventLog(sink: { screen.note($0) }).onAppEvent(event, context: context)
    } else {
      screen.note("\(event): \(context.previousState) -> \(context.state)")
    }
  }
}
