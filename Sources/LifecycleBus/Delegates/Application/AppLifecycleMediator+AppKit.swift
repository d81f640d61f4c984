#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  public import LifecycleBus

  extension AppLifecycleMediator {
    /// Sets the mediator's state to the application's current state. Call this if you make the
    /// mediator after the launch.
    ///
    /// If the application is hidden, the state becomes `.background`. With the vocabulary
    /// `.appKitFocus`, an application without the focus is in the background, too. If the mediator
    /// already knows its state, this changes nothing and returns false.
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
