/// The system's own assertion behind a mediator's holds: begun with the first hold, ended once,
/// with the last release or when the system's time runs out.
@MainActor
final class HoldAssertion {
  /// The system's assertion; `nil` where the system has none.
  private(set) var backgroundTime: (any AppLifecycleBackgroundTime)?
  private var isHeld = false
  /// Counts the assertions, so that a late expiration of an earlier one changes nothing.
  private var turn = 0

  nonisolated init() {}

  /// Uses another assertion from now on. The former one is ended.
  func use(_ backgroundTime: (any AppLifecycleBackgroundTime)?) {
    let former = self.backgroundTime
    // Set first, because `end()` of the former one may take a hold, which begins the new one.
    self.backgroundTime = backgroundTime
    guard isHeld else { return }
    isHeld = false
    former?.end()
  }

  /// Begins the assertion if a hold is open and none is held, and ends it if no hold is open.
  ///
  /// - Parameters:
  ///   - reason: The reason of the oldest open hold; read when the assertion begins.
  func update(
    isNeeded: Bool, reason: () -> String?,
    onExpiration: @escaping @MainActor @Sendable () -> Void
  ) {
    guard isNeeded else { return end() }
    guard !isHeld, let backgroundTime, let reason = reason() else { return }
    isHeld = true
    turn += 1
    backgroundTime.begin(reason) { [weak self, turn] in
      guard let self, self.isHeld, self.turn == turn else { return }
      onExpiration()
      // A callback may have ended this assertion and begun another one.
      if self.turn == turn { self.end() }
    }
  }

  private func end() {
    guard isHeld else { return }
    isHeld = false
    backgroundTime?.end()
  }
}
