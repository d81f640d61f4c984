#if (canImport(UIKit) && !os(watchOS)) || (canImport(AppKit) && !canImport(UIKit))
  import LifecycleBus
  #if canImport(UIKit)
    import UIKit
    typealias DelegateObject = UIResponder
  #else
    import AppKit
    typealias DelegateObject = NSObject
  #endif

  /// The delegate methods whose presence alone changes what the system does.
  private enum OptInMethods {
    typealias HasAdopter = @MainActor @Sendable (AppLifecycleMediator) -> Bool

    static let all: [String: HasAdopter] = {
      var methods: [String: HasAdopter] = [:]

      /// The first selector is the app delegate's, also where a scene delegate has the method.
      func show<Role>(_ selectors: String..., to role: Role.Type) {
        for selector in selectors {
          methods[selector] = adopts(role, with: selectors[0])
        }
      }

      show(
        "application:didFailToContinueUserActivityWithType:error:",
        "scene:didFailToContinueUserActivityWithType:error:",
        to: (any AppUserActivityAwaiting).self)
      #if canImport(UIKit)
        show(
          "application:handleEventsForBackgroundURLSession:completionHandler:",
          to: (any AppBackgroundURLSessionHandling).self)
        show(
          "application:configurationForConnectingSceneSession:options:",
          to: (any AppSceneConfiguring).self)
        #if !os(tvOS)
          show(
            "application:supportedInterfaceOrientationsForWindow:",
            "supportedInterfaceOrientationsForWindowScene:",
            to: (any AppOrientationSupporting).self)
        #endif
      #else
        show("application:openURLs:", to: (any AppURLOpening).self)
      #endif
      return methods
    }()

    private static func adopts<Role>(_ role: Role.Type, with selector: String) -> HasAdopter {
      { mediator in
        mediator.ask(role) { has($0, selector) }.contains(true)
      }
    }

    /// An attached app delegate adopts every protocol, but may lack the method.
    @MainActor
    private static func has(_ listener: Any, _ selector: String) -> Bool {
      #if canImport(UIKit)
        if let service = listener as? AppDelegateRequests {
          return service.delegate.responds(to: NSSelectorFromString(selector))
        }
      #endif
      return true
    }
  }

  extension DelegateObject {
    nonisolated func overrides(_ selector: Selector, of base: DelegateObject.Type) -> Bool {
      let own = unsafe type(of: self).instanceMethod(for: selector)
      return unsafe own != base.instanceMethod(for: selector)
    }

    /// False for an opt-in method that nobody needs. The system asks once, when the delegate is
    /// set, on the main actor.
    nonisolated func shows(
      _ selector: Selector, of base: DelegateObject.Type,
      asking mediator: @MainActor () -> AppLifecycleMediator?
    ) -> Bool {
      guard let hasAdopter = OptInMethods.all[selector.description] else { return true }
      if overrides(selector, of: base) { return true }

      var isAdopted = true
      _ = MainActorContext.runIfCurrent {
        isAdopted = mediator().map { hasAdopter($0) } ?? false
      }
      return isAdopted
    }
  }
#endif
