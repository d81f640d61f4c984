#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  public import LifecycleBus

  extension AppLifecycleMediator {
    /// Takes the application's state as the first one, for a mediator that is made after the launch.
    ///
    /// False if the mediator knows its state already. A hidden application is in the background, and
    /// with `AppLifecycleVocabulary.appKitFocus` also one without the focus.
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
