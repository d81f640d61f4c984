@_exported public import Foundation

// The declarations that the sources use, with the isolation and the signatures of Apple's SDK.

@MainActor open class UIResponder: NSObject {
  public override init() { super.init() }
  nonisolated open func responds(to aSelector: Selector!) -> Bool { true }
  nonisolated open class func instanceMethod(for aSelector: Selector!) -> OpaquePointer! { nil }
}

// Of the Objective-C runtime on Apple platforms.

public struct Selector: Hashable, Sendable, CustomStringConvertible {
  public let description: String
}

public func NSSelectorFromString(_ name: String) -> Selector { Selector(description: name) }

@MainActor open class UIApplication: UIResponder {
  public struct LaunchOptionsKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public struct OpenURLOptionsKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let sourceApplication = Self(rawValue: "source")
    public static let openInPlace = Self(rawValue: "in place")
  }

  public struct ExtensionPointIdentifier: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public enum State: Int, Sendable { case active, inactive, background }

  open var applicationState = State.background
  open var connectedScenes: Set<UIScene> = []

  open func registerForRemoteNotifications() {}

  /// The open background tasks with their expiration handlers.
  public private(set) var backgroundTasks:
    [UIBackgroundTaskIdentifier: @MainActor @Sendable () -> Void] = [:]
  /// The names of all background tasks, ended ones too.
  public private(set) var begun: [String] = []
  /// How often a background task was ended. Ending one twice counts twice.
  public private(set) var ended = 0
  /// Whether the system grants no background time.
  public var refusesBackgroundTasks = false

  // Any thread may call these two; the sources call them on the main actor.

  nonisolated open func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    MainActor.assumeIsolated {
      if refusesBackgroundTasks { return .invalid }
      begun.append(taskName ?? "")
      let identifier = UIBackgroundTaskIdentifier(rawValue: begun.count)
      backgroundTasks[identifier] = handler
      return identifier
    }
  }

  nonisolated open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    MainActor.assumeIsolated {
      backgroundTasks[identifier] = nil
      ended += 1
    }
  }

  /// Calls the expiration handlers of the open tasks.
  public func expireBackgroundTasks() {
    for handler in backgroundTasks.values {
      handler()
    }
  }
}

public struct UIBackgroundTaskIdentifier: Hashable, RawRepresentable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let invalid = Self(rawValue: 0)
}

extension UIApplicationDelegate {
  /// The entry point of an app whose delegate has `@main`. The stand-in has no event loop.
  public static func main() {}
}

@MainActor open class UIView: UIResponder {}

@MainActor open class UIViewController: UIResponder {
  private var loaded: UIView?

  /// The view, which is loaded when it is asked for.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var view: UIView! {
    get {
      if loaded == nil {
        loadView()
      }
      return loaded
    }
    set { loaded = newValue }
  }

  open func loadView() { view = UIView() }
}

public struct UIFont: Sendable {
  public enum TextStyle: Sendable { case body }
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont() }
}

@MainActor public protocol UITextViewDelegate: AnyObject {
  func textViewDidChange(_ textView: UITextView)
}

@MainActor open class UITextView: UIView {
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var text: String! = ""
  open var font: UIFont?
  open weak var delegate: (any UITextViewDelegate)?

  /// The user types.
  public func type(_ text: String) {
    self.text += text
    delegate?.textViewDidChange(self)
  }
}

@MainActor open class UIWindow: UIResponder {
  open var rootViewController: UIViewController?
  public private(set) var isKeyAndVisible = false
  open weak var windowScene: UIWindowScene?

  public init(windowScene: UIWindowScene) {
    self.windowScene = windowScene
    super.init()
  }

  open func makeKeyAndVisible() { isKeyAndVisible = true }
}

public struct UIInterfaceOrientationMask: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let portrait = Self(rawValue: 1 << 1)
  public static let portraitUpsideDown = Self(rawValue: 1 << 2)
  public static let landscapeRight = Self(rawValue: 1 << 3)
  public static let landscapeLeft = Self(rawValue: 1 << 4)
  public static let landscape: Self = [.landscapeRight, .landscapeLeft]
  public static let all: Self = [.portrait, .portraitUpsideDown, .landscape]
}

public enum UIBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }

open class UIApplicationShortcutItem: NSObject {
  open var type: String
  open var localizedTitle: String

  public init(type: String, localizedTitle: String) {
    self.type = type
    self.localizedTitle = localizedTitle
    super.init()
  }
}

@MainActor public protocol UIUserActivityRestoring: AnyObject {
  func restoreUserActivityState(_ userActivity: NSUserActivity)
}

// A typed message, of iOS 26.
extension UIApplication {
  public struct DidEnterBackgroundMessage: NotificationCenter.MainActorMessage {
    public typealias Subject = UIApplication
    public static var name: Notification.Name {
      Notification.Name("UIApplicationDidEnterBackgroundNotification")
    }
  }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<UIApplication.DidEnterBackgroundMessage> {
  public static var didEnterBackground: Self { .init() }
}
