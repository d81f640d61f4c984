@testable import LifecycleBus

extension AppLifecycleProbeCall {
  /// A call for a recorder, which reads its own clock.
  init(
    event: AppLifecycleEvent, listener: String, duration: Duration = .zero, isReplay: Bool = false
  ) {
    self.init(
      event: event, listener: listener, start: .now, duration: duration, isReplay: isReplay)
  }
}
