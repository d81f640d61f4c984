public import Foundation

extension AppLifecycleScenario {
  /// Posts each event when its offset has passed, measured by a clock from the call on.
  ///
  /// An event whose time has passed already is posted at once. Returns after the last event.
  ///
  /// - Parameters:
  ///   - center: Where to post.
  ///   - vocabulary: Which names to post under; an event without a name in it is left out.
  ///   - clock: Measures the offsets; a test supplies its own.
  /// - Throws: `CancellationError`, if the task is cancelled; no more events are posted then.
  @MainActor
  public func play<C: Clock>(
    on center: NotificationCenter = .default,
    vocabulary: AppLifecycleVocabulary = .current,
    clock: C
  ) async throws where C.Duration == Duration {
    let start = clock.now
    for (event, offset) in zip(events, offsets) {
      let instant = start.advanced(by: offset)
      if clock.now < instant { try await clock.sleep(until: instant, tolerance: nil) }
      try Task.checkCancellation()
      center.post(event, vocabulary: vocabulary)
    }
  }
}
