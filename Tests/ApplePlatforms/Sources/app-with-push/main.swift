import DelegatesOnUIKit
import LifecycleBusOnUIKit
import RemoteNotificationsOnUIKit

let delegate = RemoteNotificationLifecycleAppDelegate()
print(delegate.mediator.listenerCount)
