#if (canImport(UIKit) && !os(watchOS)) || (canImport(AppKit) && !canImport(UIKit))
  import LifecycleBus
  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif

  /// The delegate methods whose presence alone changes what the system does.
  ///
  /// A delegate class says that it has one when a listener adopts its protocol, or when a subclass
  /// overrides it. The system asks once, when the delegate is set.
  @MainActor
  struct OptInMethods {
    typealias Adopts = @MainActor (any AppLifecycleListener) -> Bool

    private let methods: [String: Adopts]

    /// The selectors, with the question whether a listener adopts the protocol.
    init(_ methods: [String: Adopts]) { self.methods = methods }

    func isHidden(_ selector: Selector, from mediator: AppLifecycleMediator?) -> Bool {
      guard let adopts = methods[selector.description] else { return false }

      let adopter = mediator?.firstAnswer(of: (any AppLifecycleListener).self) {
        adopts($0) && has($0, selector) ? true : nil
      }
      return adopter == nil
    }

    /// An attached app delegate adopts every protocol, but may lack the method.
    private func has(_ listener: any AppLifecycleListener, _ selector: Selector) -> Bool {
      #if canImport(UIKit)
        if let service = listener as? AppDelegateListener {
          return service.delegate.responds(to: selector)
        }
      #endif
      return true
    }
  }
#endif
