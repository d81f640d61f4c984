// The names that samples for WatchKit use and do not declare.
import Foundation
import LifecycleBus
import LifecycleBusDelegates
import WatchKit

// What the samples use of SwiftUI.

@MainActor protocol App {
  associatedtype Body: Scene
  @MainActor var body: Body { get }
}
@MainActor protocol Scene {}
@MainActor struct WindowGroup: Scene { init(_ content: () -> ContentView) {} }
@MainActor struct ContentView {}
@MainActor @propertyWrapper struct WKApplicationDelegateAdaptor<Delegate: LifecycleAppDelegate> {
  init(_ type: Delegate.Type) {}
  var wrappedValue: Delegate { preconditionFailure("samples are not run") }
}
