import LifecycleBus

/// The sample of the page "For SDK authors" that is not in its example program.
final class Telemetry: Sendable {
  private let lifecycle: AppLifecycleConnection

  init(host: AppLifecycleMediator? = nil) {
    lifecycle = AppLifecycleConnection { host ?? AppLifecycleMediator(policy: .lifecycle) }
  }

  func track(_ name: String) -> String { "\(name) while \(lifecycle.state)" }
}
