import LifecycleBus

/// The sample of the page "For SDK authors" that is not in its example program.
@MainActor
func forSDKAuthors() {
  let late = AppLifecycleMediator(policy: .lifecycle)  // made while the app is active
  late.on(.didFinishLaunching) { print("launch: \($0.origin)") }
  AppLifecycleScenario.toBackground.play()
}
