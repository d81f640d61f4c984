public import Foundation
public import StandInUserNotifications

@MainActor open class UIScene: UIResponder {
  public enum ActivationState: Int, Sendable {
    case unattached, foregroundActive, foregroundInactive, background
  }

  @MainActor open class ConnectionOptions: NSObject {
    open var urlContexts: Set<UIOpenURLContext> = []
    open var userActivities: Set<NSUserActivity> = []
    open var handoffUserActivityType: String?
    open var shortcutItem: UIApplicationShortcutItem?
    open var notificationResponse: UNNotificationResponse?
    public override init() { super.init() }
  }

  @MainActor open class OpenURLOptions: NSObject {
    open var sourceApplication: String?
    open var openInPlace = false
    public override init() { super.init() }
  }

  open var activationState = ActivationState.unattached
}

@MainActor open class UIWindowScene: UIScene {}

@MainActor open class UIOpenURLContext: NSObject {
  public let url: URL
  public let options: UIScene.OpenURLOptions

  public init(url: URL, options: UIScene.OpenURLOptions) {
    self.url = url
    self.options = options
    super.init()
  }
}

@MainActor open class UISceneSession: NSObject {
  public struct Role: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let windowApplication = Self(rawValue: "UIWindowSceneSessionRoleApplication")
  }

  public let persistentIdentifier: String
  public let role: Role
  public let configuration: UISceneConfiguration

  public init(persistentIdentifier: String, configuration: UISceneConfiguration) {
    self.persistentIdentifier = persistentIdentifier
    role = configuration.role
    self.configuration = configuration
    super.init()
  }
}

@MainActor open class UISceneConfiguration: NSObject {
  public let name: String?
  public let role: UISceneSession.Role
  open var delegateClass: AnyClass?

  public init(name: String?, sessionRole: UISceneSession.Role) {
    self.name = name
    role = sessionRole
    super.init()
  }
}
