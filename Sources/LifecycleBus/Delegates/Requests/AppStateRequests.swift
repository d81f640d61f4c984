public import Foundation
public import LifecycleBus

/// Decides whether the user interface's state is saved.
///
/// ```swift
/// final class Drafts: AppStateSaving {
///   var text = ""
///
///   func onAppShouldSaveState(with coder: NSCoder) -> Bool {
///     coder.encode(text as NSString, forKey: "draft")
///     return true
///   }
/// }
/// ```
@MainActor
public protocol AppStateSaving: AppRequestListener {
  /// The system is about to save. It also saves what the listener encodes here.
  ///
  /// - Parameter coder: Where the listener encodes what belongs to the state.
  /// - Returns: Whether the state is to be saved.
  func onAppShouldSaveState(with coder: NSCoder) -> Bool
}

/// Decides whether the user interface's state is restored.
///
/// ```swift
/// final class DraftRestorer: AppStateRestoring {
///   private(set) var text = ""
///
///   func onAppShouldRestoreState(with coder: NSCoder) -> Bool {
///     guard let draft = coder.decodeObject(of: NSString.self, forKey: "draft") else { return false }
///     text = String(draft)
///     return true
///   }
/// }
/// ```
@MainActor
public protocol AppStateRestoring: AppRequestListener {
  /// The system has a saved state. Return false if it no longer fits, after an update for instance.
  ///
  /// - Parameter coder: The state that was saved.
  /// - Returns: Whether the state is to be restored.
  func onAppShouldRestoreState(with coder: NSCoder) -> Bool
}

extension AppLifecycleMediator {
  /// Asks every ``/LifecycleBusDelegates/AppStateSaving`` listener.
  ///
  /// - Parameter coder: Passed to each listener.
  /// - Returns: True if one answers true; false if there is no adopter.
  public func askWhetherToSaveState(with coder: NSCoder) -> Bool {
    let answers = requests.ask((any AppStateSaving).self) {
      $0.onAppShouldSaveState(with: coder)
    }
    return Reduction.any(answers.map(\.value), none: false)
  }

  /// Asks every ``/LifecycleBusDelegates/AppStateRestoring`` listener.
  ///
  /// - Parameter coder: Passed to each listener.
  /// - Returns: True if all answer true; false if there is no adopter.
  public func askWhetherToRestoreState(with coder: NSCoder) -> Bool {
    let answers = requests.ask((any AppStateRestoring).self) {
      $0.onAppShouldRestoreState(with: coder)
    }
    return Reduction.all(answers.map(\.value), none: false)
  }
}
