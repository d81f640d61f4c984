#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  extension UIBackgroundFetchResult {
    /// UIKit's word for a result.
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
      /// The portable twin of a quick action.
      @MainActor
      init(_ item: UIApplicationShortcutItem) {
        self.init(
          type: item.type, localizedTitle: item.localizedTitle,
          localizedSubtitle: item.localizedSubtitle, userInfo: item.userInfo ?? [:])
      }
    }
  #endif
#endif
