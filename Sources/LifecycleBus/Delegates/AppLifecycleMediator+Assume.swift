import LifecycleBus

/// The state that an application object reports, on any platform, and the initial state that follows
/// from it.
struct ApplicationReading: Hashable, Sendable {
  /// The state that the application reports.
  enum Claim: CaseIterable, Sendable {
    case active, inactive, background
  }

  var claim: Claim
  /// Whether a scene is in the background; `nil` on systems without scenes.
  var hasBackgroundScene: Bool?

  /// The initial state.
  ///
  /// An app with scenes reports the background until its launch is over, so that this report alone
  /// proves nothing. It counts if a scene is in the background too. Otherwise the app counts as
  /// launched: from there both the foreground and the background can follow.
  var state: AppLifecycleState {
    switch claim {
    case .active: .active
    case .inactive: .inactive
    case .background: hasBackgroundScene == false ? .inactive : .background
    }
  }
}
