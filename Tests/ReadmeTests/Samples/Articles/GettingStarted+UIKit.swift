#if canImport(UIKit) && canImport(SwiftUI) && !os(watchOS)
  // A sample of the page "Getting started". The listener is in the sample for SwiftUI.

  import LifecycleBus
  import UIKit

  final class DiaryDelegate: UIResponder, UIApplicationDelegate {
    private let mediator = AppLifecycleMediator(policy: .lifecycle) { EntrySaver() }
  }
#endif
