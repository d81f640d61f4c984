import LifecycleBus

/// Decides what a Mac app does without windows.
@MainActor
public protocol AppWindowlessDeciding: AppRequestListener {
  /// The user clicked the app's icon in the Dock. Return false if AppKit should open no window.
  func onAppShouldReopen(hasVisibleWindows: Bool) -> Bool
  /// The user closed the last window. Return true to quit.
  func onAppShouldTerminateAfterLastWindowClosed() -> Bool
}

extension AppWindowlessDeciding {
  /// Has no opinion.
  public func onAppShouldReopen(hasVisibleWindows: Bool) -> Bool { true }
  /// Has no opinion.
  public func onAppShouldTerminateAfterLastWindowClosed() -> Bool { false }
}
