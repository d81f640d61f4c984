import DelegatesOnUIKit
import LifecycleBusOnUIKit
import RemoteNotificationsOnUIKit

let delegate = RemoteNotificationLifecycleAppDelegate(listeners: [])
print(delegate.mediator.listenerCount)
