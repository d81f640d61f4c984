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
    typealias HasAdopter = @MainActor @Sendable (AppLifecycleMediator, Selector) -> Bool

    static let all: [String: HasAdopter] = {
      #if !canImport(UIKit)
        ["application:openURLs:": adopts((any AppURLOpening).self)]
      #else
        var methods = [
          "application:handleEventsForBackgroundURLSession:completionHandler:":
            adopts((any AppBackgroundURLSessionHandling).self),
          "application:configurationForConnectingSceneSession:options:":
            adopts((any AppSceneConfiguring).self),
        ]
        #if !os(tvOS)
          let orientations = adopts((any AppOrientationSupporting).self)
          methods["application:supportedInterfaceOrientationsForWindow:"] = orientations
          methods["supportedInterfaceOrientationsForWindowScene:"] = orientations
        #endif
        return methods
      #endif
    }()

    private static func adopts<Role>(_ role: Role.Type) -> HasAdopter {
      { mediator, selector in
        mediator.firstAnswer(of: role) { has($0, selector) ? true : nil } ?? false
      }
    }

    /// An attached app delegate adopts every protocol, but may lack the method.
    @MainActor
    private static func has(_ listener: Any, _ selector: Selector) -> Bool {
      #if canImport(UIKit)
        if let service = listener as? AppDelegateRequests {
          return service.delegate.responds(to: selector)
        }
      #endif
      return true
    }
  }

  extension DelegateObject {
    /// True if a subclass of a delegate class has a method of its own.
    nonisolated func overrides(_ selector: Selector, of base: DelegateObject.Type) -> Bool {
      let own = unsafe type(of: self).instanceMethod(for: selector)
      return unsafe own != base.instanceMethod(for: selector)
    }

    /// False for an opt-in method that no listener has adopted and no subclass overrides. The system
    /// asks once, when the delegate is set, on the main actor.
    nonisolated func shows(
      _ selector: Selector, of base: DelegateObject.Type,
      asking mediator: @MainActor () -> AppLifecycleMediator?
    ) -> Bool {
      guard let hasAdopter = OptInMethods.all[selector.description] else { return true }
      if overrides(selector, of: base) { return true }

      var isAdopted = true
      _ = MainActorContext.runIfCurrent {
        isAdopted = mediator().map { hasAdopter($0, selector) } ?? false
      }
      return isAdopted
    }
  }
#endif
