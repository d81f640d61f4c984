/// The system's own assertion behind a mediator's holds: begun with the first hold, ended once,
/// whatever comes first.
@MainActor
final class HoldAssertion {
  /// Who asks the system for time; `nil` where nobody has to be asked.
  private(set) var backgroundTime: (any AppLifecycleBackgroundTime)?
  private var isHeld = false
  /// Counts the assertions, so that a late expiration of an earlier one changes nothing.
  private var turn = 0

  nonisolated init() {}

  /// Asks somebody else from now on. What the former one holds is ended.
  func use(_ backgroundTime: (any AppLifecycleBackgroundTime)?) {
    end()
    // The former one may come back here when it goes, so it goes after the assignment.
    withExtendedLifetime(self.backgroundTime) { self.backgroundTime = backgroundTime }
  }

  /// Begins the assertion if there is a reason and none is held, and ends it if there is no reason
  /// any more.
  func update(reason: String?, onExpiration: @escaping @MainActor @Sendable () -> Void) {
    guard let reason else { return end() }
    guard !isHeld, let backgroundTime else { return }
    isHeld = true
    turn += 1
    backgroundTime.begin(reason) { [weak self, turn] in
      guard let self, self.isHeld, self.turn == turn else { return }
      onExpiration()
      // Ends it even if somebody took a hold inside: the system has no more time to give.
      self.end()
    }
  }

  private func end() {
    guard isHeld else { return }
    isHeld = false
    backgroundTime?.end()
  }
}
