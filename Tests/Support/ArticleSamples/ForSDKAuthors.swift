import LifecycleBus

final class Telemetry: Sendable {
  private let lifecycle: AppLifecycleConnection

  init(host: AppLifecycleMediator? = nil) {
    lifecycle = AppLifecycleConnection { host ?? AppLifecycleMediator(policy: .lifecycle) }
  }

  func track(_ name: String) -> String { "\(name) while \(lifecycle.state)" }
}

/// The sample of the page "For SDK authors" that is not in its example program.
@MainActor
func forSDKAuthors() {
  let late = AppLifecycleMediator(policy: .lifecycle)  // made while the app is active
  late.on(.didFinishLaunching) { print("launch: \($0.origin)") }
  AppLifecycleScenario.toBackground.play()
}
