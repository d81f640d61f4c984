@MainActor
final class HoldAssertion {
  private(set) var backgroundTime: (any AppLifecycleBackgroundTime)?
  private var held: (any AppLifecycleBackgroundTime)?
  /// Tells a late expiration of an earlier assertion apart.
  private var number = 0

  nonisolated init() {}

  func use(_ backgroundTime: (any AppLifecycleBackgroundTime)?) {
    let former = self.backgroundTime

    // Set first, because `end()` of the former one may take a hold, which begins the new one.
    self.backgroundTime = backgroundTime
    end()

    // Released last, because its `deinit` may take a hold, too.
    withExtendedLifetime(former) {}
  }

  func update(_ reason: String?, onExpiration: @escaping @MainActor @Sendable () -> Void) {
    guard let reason else {
      end()
      return
    }
    guard held == nil, let next = backgroundTime ?? Self.platform else { return }

    held = next
    number += 1
    next.begin(reason) { [weak self, number] in
      guard let self, self.held != nil, self.number == number else { return }

      onExpiration()
      // A callback may have ended this assertion and begun another one.
      if self.number == number {
        self.end()
      }
    }
  }

  private func end() {
    let ended = held
    held = nil
    ended?.end()
  }

  private static var platform: (any AppLifecycleBackgroundTime)? {
    #if canImport(UIKit) || canImport(WatchKit)
      ExpiringActivityBackgroundTime()
    #elseif canImport(AppKit)
      MacActivity()
    #else
      nil
    #endif
  }
}
