#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import UIKit

  // What the page "Comparison" shows of recipes that need UIKit.

  @MainActor
  protocol DelegatePart {
    func didEnterBackground()
    func open(_ url: URL) -> Bool
    func fetch(_ completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
  }

  final class DelegateOfParts: UIResponder, UIApplicationDelegate {
    var parts: [any DelegatePart] = []

    func applicationDidEnterBackground(_ application: UIApplication) {
      for part in parts { part.didEnterBackground() }
    }

    func application(
      _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
      parts.contains { $0.open(url) }
    }

    #if !os(visionOS)
      func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
      ) {
        for part in parts { part.fetch(done) }
      }
    #endif
  }
#endif
