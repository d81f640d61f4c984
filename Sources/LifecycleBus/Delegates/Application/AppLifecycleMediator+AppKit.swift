#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  public import LifecycleBus

  extension AppLifecycleMediator {
    /// Takes over the application's current state, for a mediator that you make after the launch.
    ///
    /// A hidden application counts as in the background; with `AppLifecycleVocabulary.appKitFocus`,
    /// one without the focus does too. Returns false, and changes nothing, if the mediator knows
    /// its state already.
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
