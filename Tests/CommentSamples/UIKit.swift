// The names that samples for UIKit use and do not declare.
import Foundation
import LifecycleBus
import UIKit

@MainActor final class ImageCache: AppLifecycleListener {}
@MainActor final class DeepLinks: AppLifecycleListener {}
@MainActor final class Inbox: AppLifecycleListener {}
@MainActor let mediator = AppLifecycleMediator()
@MainActor let cache = ImageCache()
@MainActor let application = UIApplication()

/// An SDK that wants the launch options as UIKit has passed them.
@MainActor final class Vendor {
  func start(_ options: [UIApplication.LaunchOptionsKey: Any]?) {}
}
@MainActor let sdk = Vendor()
@MainActor let options: [String: Any] = [:]
