import Foundation

/// The long versions of tests that repeat something often.
enum LongTests {
  /// Whether `LIFECYCLEBUS_LONG_TESTS` is set.
  static let areOn = ProcessInfo.processInfo.environment["LIFECYCLEBUS_LONG_TESTS"] != nil
}
