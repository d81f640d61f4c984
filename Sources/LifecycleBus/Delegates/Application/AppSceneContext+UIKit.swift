#if canImport(UIKit) && !os(watchOS)
  public import LifecycleBus
  public import UIKit

  extension AppSceneContext {
    /// The scene; `nil` for the object of a test.
    public var uiScene: UIScene? { scene as? UIScene }
  }
#endif
