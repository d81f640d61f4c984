import LifecycleBus
import ServiceLifecycle

/// Runs a service group, shuts it down when the process is told to end, and lets the process wait
/// for it: for answers that are on their way to a client, too.
final class GroupShutdown: AppLifecycleListener {
  private let group: ServiceGroup
  private weak var mediator: AppLifecycleMediator?
  private var hold: AppLifecycleHold?
  private var isDown = false

  init(of group: ServiceGroup) { self.group = group }

  /// Runs the group, and then what is left to do while the process still waits.
  func run(then finish: () async throws -> Void) async throws {
    defer {
      isDown = true
      hold?.release()
    }
    try await group.run()
    try await finish()
  }

  func onAttach(to mediator: AppLifecycleMediator) { self.mediator = mediator }

  func onAppWillTerminate() {
    guard !isDown, hold == nil else { return }
    hold = mediator?.hold("service group")
    Task { [group] in await group.triggerGracefulShutdown() }
  }
}
