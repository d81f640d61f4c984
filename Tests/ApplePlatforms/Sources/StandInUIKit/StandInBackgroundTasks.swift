import Foundation

/// The background tasks of an application, which any thread may begin and end.
final class StandInBackgroundTasks: @unchecked Sendable {
  // Proof for @unchecked: all fields are read and written under `lock` only.
  private let lock = NSLock()
  private var handlers: [UIBackgroundTaskIdentifier: @MainActor @Sendable () -> Void] = [:]
  private var names: [String] = []
  private var endedCount = 0
  private var isRefusing = false

  var running: [UIBackgroundTaskIdentifier: @MainActor @Sendable () -> Void] {
    lock.withLock { handlers }
  }
  var begun: [String] { lock.withLock { names } }
  var ended: Int { lock.withLock { endedCount } }
  var refuses: Bool {
    get { lock.withLock { isRefusing } }
    set { lock.withLock { isRefusing = newValue } }
  }

  func begin(
    _ name: String, _ handler: @escaping @MainActor @Sendable () -> Void
  ) -> UIBackgroundTaskIdentifier {
    lock.withLock {
      guard !isRefusing else { return .invalid }
      names.append(name)
      let identifier = UIBackgroundTaskIdentifier(rawValue: names.count)
      handlers[identifier] = handler
      return identifier
    }
  }

  func end(_ identifier: UIBackgroundTaskIdentifier) {
    lock.withLock {
      handlers[identifier] = nil
      endedCount += 1
    }
  }
}
