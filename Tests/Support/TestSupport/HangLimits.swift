import Foundation

/// After how many minutes a test hangs.
///
/// The time of a test begins before its turn on the main actor, which it shares with all other
/// tests, so on a busy machine minutes go by before its first line. A limit says nothing about
/// speed; it ends a test that would never end, sooner than CI ends the whole suite.
package let hangMinutes = 15

/// After how many seconds one wait of a test has failed.
package var hangSeconds: Int { 30 * Sanitizer.patience }

/// Waits until something is so that nobody tells of, such as the state of another process. It asks
/// again and again, with a pause in which that process has the processor.
///
/// - Throws: With this description, if it is not so in time.
package func waitUntil(
  _ description: String, _ isSo: () throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + .seconds(hangSeconds)

  while try !isSo() {
    guard ContinuousClock.now < deadline else {
      throw MissingLine(description: "\(description) was waited for in vain")
    }
    try await Task.sleep(for: .milliseconds(1))
  }
}

#if os(macOS) || os(Linux)
  /// Ends this process with the code 124 after a while. For an exit test that waits for its end: the
  /// time limit of a suite ends no other process.
  package func exitIfItHangs() {
    Thread.detachNewThread {
      sleep(UInt32(hangSeconds))
      _exit(124)
    }
  }
#endif
