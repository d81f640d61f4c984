import Foundation
import LifecycleBus
import Listeners

/// Shows each event as it is relayed, and the prompt again once the journal is in front.
struct EventPrinter: AppLifecycleListener {
  let screen: Screen
  let showsTimes: Bool

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if showsTimes {
      screen.note(EventLog.line(for: context, at: Date()))
    } else {
      screen.note("\(event): \(context.previousState) -> \(context.state)")
    }
  }
}
