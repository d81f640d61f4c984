import DelegatesOnUIKit
import LifecycleBusOnUIKit

let delegate = LifecycleAppDelegate()
print(delegate.mediator.listenerCount)
