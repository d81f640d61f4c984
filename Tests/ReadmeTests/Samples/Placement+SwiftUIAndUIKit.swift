#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
  import LifecycleBus
  import LifecycleBusDelegates
  import SwiftUI
  import UIKit

  struct LinksApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

    var body: some Scene {
      WindowGroup {
        Text("Notes").onOpenURL { delegate.mediator.askToOpen($0) }
      }
    }
  }
#endif
