/// The system's time behind a mediator's holds.
@MainActor
final class HoldAssertion {
  private(set) var backgroundTime: (any AppLifecycleBackgroundTime)?
  /// The background time that has begun: the app's or the platform's.
  private var held: (any AppLifecycleBackgroundTime)?
  /// Counts the assertions, so that a late expiration of an earlier one changes nothing.
  private var turn = 0

  nonisolated init() {}

  /// Ends what the former one has begun.
  func use(_ backgroundTime: (any AppLifecycleBackgroundTime)?) {
    // Set first, because `end()` of the former one may take a hold, which begins the new one.
    // Released last, because its `deinit` may do so too.
    withExtendedLifetime(self.backgroundTime) {
      self.backgroundTime = backgroundTime
      end()
    }
  }

  func update(
    isNeeded: Bool, reason: () -> String?,
    onExpiration: @escaping @MainActor @Sendable () -> Void
  ) {
    guard isNeeded else { return end() }
    guard held == nil, let next = backgroundTime ?? Self.platform, let reason = reason() else {
      return
    }
    held = next
    turn += 1
    next.begin(reason) { [weak self, turn] in
      guard let self, self.held != nil, self.turn == turn else { return }
      onExpiration()
      // A callback may have ended this assertion and begun another one.
      if self.turn == turn { self.end() }
    }
  }

  private func end() {
    let ended = held
    held = nil
    ended?.end()
  }

  /// `nil` where the system has none.
  private static var platform: (any AppLifecycleBackgroundTime)? {
    #if canImport(UIKit) || canImport(WatchKit)
      ExpiringActivityBackgroundTime()
    #else
      nil
    #endif
  }
}
