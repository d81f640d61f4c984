#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  public import LifecycleBus

  extension AppLifecycleMediator {
    /// Takes over the application's current state, for a mediator that you make after the launch.
    ///
    /// A hidden application counts as in the background. With `AppLifecycleVocabulary.appKitFocus`,
    /// so does an application without the focus. If the mediator already knows its state, nothing
    /// changes and this returns false.
    @discardableResult
    public func assumeState(of application: NSApplication) -> Bool {
      assume(state(of: application))
    }

    private func state(of application: NSApplication) -> AppLifecycleState {
      if application.isHidden { return .background }
      if application.isActive { return .active }
      if vocabulary.hasBackground(of: .appKitFocus) { return .background }
      return .inactive
    }
  }
#endif
