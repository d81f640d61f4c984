import Foundation
import LifecycleBus
import Listeners

/// Shows each event as it is relayed.
struct EventPrinter: AppLifecycleListener {
  let screen: Screen

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if screen.showsTimes {
      screen.note(EventLog.line(for: context, at: Date()))
    } else {
      screen.note("\(event): \(context.previousState) -> \(context.state)")
    }
  }
}
