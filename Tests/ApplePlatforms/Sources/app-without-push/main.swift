import DelegatesOnUIKit
import LifecycleBusOnUIKit

let delegate = LifecycleAppDelegate(listeners: [])
print(delegate.mediator.listenerCount)
