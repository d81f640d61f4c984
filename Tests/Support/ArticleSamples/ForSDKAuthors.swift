import Foundation
import LifecycleBus
import LifecycleBusDelegates

/// The samples of the page "For SDK authors".
@MainActor
func forSDKAuthors() {
  @MainActor
  final class Telemetry {
    private final class Uploads: AppLifecycleListener {
      func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
        print("telemetry: \(event), \(context.origin)")
      }
    }

    private let mediator: AppLifecycleMediator
    private let attachment: AppLifecycleAttachment

    /// - Parameter host: The app's mediator, if the app has one.
    init(host: AppLifecycleMediator? = nil) {
      mediator = host ?? AppLifecycleMediator(policy: .lifecycle)
      attachment = mediator.attach(Uploads(), priority: -100, replay: .state)
    }

    func shutDown() { attachment.detach() }
  }

  let app = AppLifecycleMediator(policy: .lifecycle)
  AppLifecycleScenario.coldLaunchWithScenes.play()
  let telemetry = Telemetry(host: app)  // made late
  NotificationCenter.default.post(.willResignActive)
  telemetry.shutDown()
  NotificationCenter.default.post(.didEnterBackground)
  print("the app has \(app.listenerCount) listeners")
}
