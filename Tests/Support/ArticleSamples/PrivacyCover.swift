import LifecycleBus

/// A sample of the page "Startup, foreground and background".
final class PrivacyCover: AppLifecycleListener {
  private var isCovered = false

  func onAppWillResignActive() {
    guard !isCovered else { return }
    isCovered = true
    print("cover")
  }

  func onAppDidBecomeActive() {
    guard isCovered else { return }
    isCovered = false
    print("uncover")
  }
}
