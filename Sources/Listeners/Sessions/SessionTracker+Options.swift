public import Foundation

extension SessionTracker {
  /// Where the open session is kept, so that it outlives the process.
  public enum Storage: Sendable, Hashable {
    /// The file `session` in the program's ``StateDirectory``; memory, if there is no such
    /// directory.
    case standard
    /// A file of your choice.
    case file(URL)
    /// Memory only: a session that ends with a kill is never reported.
    case memory
  }

  /// What counts as use of the app.
  public enum Measure: Sendable, Hashable {
    /// The app is on the screen: from `didBecomeActive` to `didEnterBackground`.
    case foreground
    /// The app takes input: from `didBecomeActive` to `willResignActive`. For a Mac, where an app
    /// that is not in use is seldom hidden.
    case active

    /// ``active`` on a Mac, otherwise ``foreground``.
    public static var platform: Self {
      #if os(macOS)
        .active
      #else
        .foreground
      #endif
    }
  }
}
