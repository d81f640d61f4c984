import Foundation
import LifecycleBus
import Listeners
import ListenersTimeline

final class Cache: AppLifecycleListener {
  func onAppDidEnterBackground() { print("emptied") }
}

@main
@MainActor
enum Program {
  static func main() {
    let recorder = FlightRecorder()
    let mediator = AppLifecycleMediator(listeners: [Cache()])
    mediator.probe = recorder
    NotificationCenter.default.post(.didEnterBackground)
    guard recorder.recording.timeline().hasPrefix("<svg") else { return }
    print(mediator.state)
  }
}
