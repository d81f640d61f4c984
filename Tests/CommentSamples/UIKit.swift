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
