#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit

  extension AppLifecycleMediator {
    /// Takes the application's present state as the initial state of a mediator that is made after
    /// the launch.
    ///
    /// ```swift
    /// func attach(_ cache: ImageCache, in application: UIApplication) {
    ///   mediator.assumeState(of: application)
    ///   mediator.attach(cache, replay: .state)  // receives the events up to the present state
    /// }
    /// ```
    ///
    /// The state is read once, by this call. A mediator that has received a life-cycle event or was
    /// given an initial state keeps its state. A first notification that contradicts the state read
    /// here takes precedence.
    ///
    /// In apps with scenes `applicationState` is `.background` until the launch is over. It is
    /// taken as background only if a scene is in the background too, and else as launched: from
    /// there both the foreground and the background can follow.
    ///
    /// - Parameter application: The application that is running.
    /// - Returns: Whether the mediator took the state.
    @discardableResult
    public func assumeState(of application: UIApplication) -> Bool {
      switch application.applicationState {
      case .active: assume(.active)
      case .background
      where application.connectedScenes.contains { $0.activationState == .background }:
        assume(.background)
      default: assume(.inactive)
      }
    }
  }
#elseif canImport(AppKit)
  public import AppKit
  public import LifecycleBus

  extension AppLifecycleMediator {
    /// Takes the application's present state as the initial state of a mediator that is made after
    /// the launch.
    ///
    /// A hidden application counts as being in the background, as in
    /// ``/LifecycleBus/AppLifecycleVocabulary/appKit``; one without the focus too, if the mediator
    /// has the vocabulary ``/LifecycleBus/AppLifecycleVocabulary/appKitFocus``. The state is read
    /// once, by this call. A mediator that has received a life-cycle event or was given an initial state keeps its state.
    /// A first notification that contradicts the state read here takes precedence.
    ///
    /// - Parameter application: The application that is running.
    /// - Returns: Whether the mediator took the state.
    @discardableResult
    public func assumeState(of application: NSApplication) -> Bool {
      let resigned: AppLifecycleState =
        vocabulary.hasBackground(of: .appKitFocus) ? .background : .inactive
      return assume(
        application.isHidden ? .background : application.isActive ? .active : resigned)
    }
  }
#elseif canImport(WatchKit)
  public import LifecycleBus
  public import WatchKit

  extension AppLifecycleMediator {
    /// Takes the application's present state as the initial state of a mediator that is made after
    /// the launch.
    ///
    /// The state is read once, by this call. A mediator that has received a life-cycle event or was
    /// given an initial state keeps its state. A first notification that contradicts the state read
    /// here takes precedence.
    ///
    /// - Parameter application: The application that is running.
    /// - Returns: Whether the mediator took the state.
    @discardableResult
    public func assumeState(of application: WKApplication) -> Bool {
      switch application.applicationState {
      case .active: assume(.active)
      case .background: assume(.background)
      default: assume(.inactive)
      }
    }
  }
#endif
