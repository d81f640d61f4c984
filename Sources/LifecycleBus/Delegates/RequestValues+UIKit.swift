#if canImport(UIKit) && !os(watchOS)
  import LifecycleBus
  public import UIKit

  extension Dictionary where Key == UIApplication.LaunchOptionsKey, Value == Any {
    /// The launch options as UIKit has passed them, for an SDK; `nil` for empty ones.
    ///
    /// ```swift
    /// sdk.start([UIApplication.LaunchOptionsKey: Any](options))
    /// ```
    ///
    /// - Parameter options: The options of ``AppLaunchPreparing`` or ``AppLaunchHandling``.
    public init?(_ options: [String: Any]) {
      if options.isEmpty { return nil }
      self.init(uniqueKeysWithValues: options.map { (Key(rawValue: $0), $1) })
    }
  }

  extension UIBackgroundFetchResult {
    /// The UIKit value of a portable fetch result.
    public init(_ result: AppFetchResult) {
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
      func perform(
        _ item: UIApplicationShortcutItem, in scene: AppSceneID? = nil, deadline: Duration,
        _ completionHandler: @escaping (Bool) -> Void
      ) {
        var action = AppQuickAction(item)
        action.scene = scene
        startRequest { [action] in
          let answers = await self.askAndWait(
            (any AppQuickActionPerforming).self, in: scene, deadline: deadline
          ) { await $0.onAppPerformQuickAction(action) }
          completionHandler(answers.contains(true))
        }
      }
    }

    extension AppQuickAction {
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
