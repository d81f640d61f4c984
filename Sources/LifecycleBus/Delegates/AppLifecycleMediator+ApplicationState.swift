#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit

  extension AppLifecycleMediator {
    /// Takes the application's state as the initial state of a mediator that is made after the
    /// launch.
    ///
    /// ```swift
    /// func attach(_ cache: ImageCache, in application: UIApplication) {
    ///   mediator.assumeState(of: application)
    ///   mediator.attach(cache, replay: .state)  // receives the events up to the present state
    /// }
    /// ```
    ///
    /// Returns false if the mediator knows its state already. With scenes, UIKit reports
    /// `.background` until the launch is over, so that state counts only if a scene is in the
    /// background too.
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
    /// Takes the application's state as the initial state of a mediator that is made after the
    /// launch.
    ///
    /// Returns false if the mediator knows its state already. A hidden application is in the
    /// background. With `AppLifecycleVocabulary.appKitFocus`, an application
    /// without the focus is in the background too.
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
    /// Takes the application's state as the initial state of a mediator that is made after the
    /// launch.
    ///
    /// Returns false if the mediator knows its state already.
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
