#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit

  extension UIBackgroundFetchResult {
    /// The UIKit value of a portable fetch result.
    ///
    /// - Parameter result: The result of the listeners.
    public init(_ result: AppLifecycleFetchResult) {
      self =
        switch result {
        case .newData: .newData
        case .noData: .noData
        case .failed: .failed
        }
    }
  }

  #if !os(tvOS)
    extension AppLifecycleMediator {
      /// Asks ``/LifecycleBusDelegates/AppOrientationSupporting`` listeners, for the delegate
      /// methods that a subclass adds.
      ///
      /// - Parameter window: The window that is asked about; `nil` for all.
      /// - Returns: What all of them support; `nil` if none of them answers.
      public func supportedInterfaceOrientations(
        for window: UIWindow?
      ) -> UIInterfaceOrientationMask? {
        askForSupportedOrientations(window: window).map {
          UIInterfaceOrientationMask(rawValue: $0.rawValue)
        }
      }
    }

    extension AppQuickAction {
      /// The portable equivalent of a `UIApplicationShortcutItem`.
      @MainActor
      init(_ item: UIApplicationShortcutItem) {
        self.init(
          type: item.type, localizedTitle: item.localizedTitle,
          localizedSubtitle: item.localizedSubtitle, userInfo: item.userInfo ?? [:])
      }
    }
  #endif
#endif
