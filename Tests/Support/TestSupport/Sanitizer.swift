import Foundation

/// The sanitizer that this program was built with.
package enum Sanitizer: String, Sendable {
  case thread, address

  #if os(macOS) || os(Linux)
    /// `nil` without one. A sanitizer's library has a function of its name.
    package static let current: Self? =
      if dlsym(nil, "__tsan_init") != nil {
        .thread
      } else if dlsym(nil, "__asan_init") != nil {
        .address
      } else {
        nil
      }
  #else
    package static let current: Self? = nil
  #endif

  /// How many times longer a test may take than usual. A limit is there to end a test that hangs,
  /// and an instrumented program needs about ten times as long. So does one that counts its lines.
  package static let patience = current == nil && !countsLines ? 1 : 10

  private static let countsLines = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"] != nil

  /// Why a suite that starts programs runs without a sanitizer only.
  package static let skipsPrograms = "starts programs, which show a sanitizer nothing new"
}
