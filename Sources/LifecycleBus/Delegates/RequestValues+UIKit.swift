#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  extension Dictionary where Key == String, Value == Any {
    /// A launch option by UIKit's key, in the options of ``AppLaunchPreparing`` and
    /// ``AppLaunchHandling``: `options[.url] as? URL`.
    ///
    /// - Parameter key: UIKit's key.
    /// - Returns: The value; `nil` if the app was not launched for that.
    public subscript(key: UIApplication.LaunchOptionsKey) -> Any? { self[key.rawValue] }
  }

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
    extension AppQuickAction {
      /// The portable equivalent of a `UIApplicationShortcutItem`.
      @MainActor
      init(_ item: UIApplicationShortcutItem) {
        self.init(type: item.type)
        localizedTitle = item.localizedTitle
        localizedSubtitle = item.localizedSubtitle
        userInfo = item.userInfo ?? [:]
      }
    }
  #endif
#endif
