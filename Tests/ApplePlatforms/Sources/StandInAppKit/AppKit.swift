@_exported public import Foundation

// The declarations that the sources use, with the isolation and the signatures of Apple's SDK.

// Of the Objective-C runtime on Apple platforms.

public struct Selector: Hashable, Sendable, CustomStringConvertible {
  public let description: String
}

// The compiler takes a class on the main actor for Sendable if its superclass is Foundation's, or is
// on the main actor too.
@MainActor open class NSObject: Foundation.NSObject {
  public override init() { super.init() }
  nonisolated open func responds(to aSelector: Selector!) -> Bool { true }
  nonisolated open class func instanceMethod(for aSelector: Selector!) -> OpaquePointer! { nil }
}

@MainActor open class NSApplication: NSObject {
  public enum TerminateReply: UInt, Sendable { case terminateCancel, terminateNow, terminateLater }

  public static let shared = NSApplication()

  open weak var delegate: (any NSApplicationDelegate)?
  open var mainMenu: NSMenu?

  open var isActive = false
  open var isHidden = false

  /// What the user does, one entry a turn of the event loop, outside of the run loop.
  public var events: [() -> Void] = []
  private var isOver = false
  /// The answer that it waits for.
  private var answer: Bool?
  /// Every reply after `terminateLater`.
  public private(set) var terminationReplies: [Bool] = []

  public override init() { super.init() }

  /// Serves the run loop and what the user does, until the app has quit.
  open func run() {
    // Without a source the run loop returns at once.
    let source = Timer(timeInterval: 0.01, repeats: true) { _ in }
    RunLoop.main.add(source, forMode: .default)
    while !isOver {
      turn()
    }
    source.invalidate()
  }

  /// One turn of the event loop.
  private func turn() {
    _ = RunLoop.main.run(mode: .default, before: .now + 0.01)
    guard !events.isEmpty else { return }

    let event = events.removeFirst()
    event()
  }

  /// As Apple describes it: asks the delegate, waits in a nested run loop after `terminateLater`,
  /// and posts the end.
  open func terminate(_ sender: Any?) {
    guard let delegate = delegate as? any NSTerminationDelegate, !isOver else { return }

    switch delegate.applicationShouldTerminate(self) {
    case .terminateCancel:
      return
    case .terminateNow:
      break
    case .terminateLater:
      while answer == nil, !isOver {
        turn()
      }
      guard let answer, !isOver else { return }
      self.answer = nil
      if !answer { return }
    }

    NotificationCenter.default.post(
      name: Notification.Name("NSApplicationWillTerminateNotification"), object: self)
    isOver = true
  }

  open func reply(toApplicationShouldTerminate shouldTerminate: Bool) {
    answer = shouldTerminate
    terminationReplies.append(shouldTerminate)
  }
}

@MainActor open class NSAppleEventManager: NSObject {
  private static let instance = NSAppleEventManager()
  open class func shared() -> NSAppleEventManager { instance }
  /// The event that is being handled; a test sets it.
  open var currentAppleEvent: NSAppleEventDescriptor?
  public override init() { super.init() }
}

open class NSAppleEventDescriptor: NSObject {
  open func attributeDescriptor(forKeyword keyword: AEKeyword) -> NSAppleEventDescriptor? { nil }
}

// Of CoreServices.

public typealias AEKeyword = UInt32
public let kAEQuitReason = 0x7768_793F

@MainActor public protocol NSUserActivityRestoring: AnyObject {}

// What the example MacEditor uses.

public func NSSelectorFromString(_ name: String) -> Selector { Selector(description: name) }

@MainActor open class NSMenu: NSObject {
  public init(title: String = "") { super.init() }
  open func addItem(_ item: NSMenuItem) {}
  @discardableResult
  open func addItem(
    withTitle title: String, action: Selector?, keyEquivalent: String
  ) -> NSMenuItem { NSMenuItem() }
}

@MainActor open class NSMenuItem: NSObject {
  open var submenu: NSMenu?
  public override init() { super.init() }
}

@MainActor open class NSView: NSObject {
  public override init() { super.init() }
}

@MainActor open class NSScrollView: NSView {
  open var documentView: NSView? = NSTextView()
}

@MainActor open class NSTextView: NSView {
  open var string = ""
  open var allowsUndo = false
  open class func scrollableTextView() -> NSScrollView { NSScrollView() }
}

@MainActor open class NSWindow: NSObject {
  public struct StyleMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let titled = Self(rawValue: 1)
    public static let resizable = Self(rawValue: 8)
    public static let miniaturizable = Self(rawValue: 4)
  }

  public enum BackingStoreType: UInt, Sendable { case buffered = 2 }

  open var title = ""
  open var contentView: NSView?

  public init(
    contentRect: NSRect, styleMask: StyleMask, backing: BackingStoreType, defer flag: Bool
  ) { super.init() }

  open func center() {}
  open func makeKeyAndOrderFront(_ sender: Any?) {}
}

@MainActor open class NSAlert: NSObject {
  /// What the user presses; a test says it.
  public static var answer = NSApplication.ModalResponse.alertFirstButtonReturn

  open var messageText = ""
  public override init() { super.init() }
  open func addButton(withTitle title: String) {}
  open func beginSheetModal(for window: NSWindow) async -> NSApplication.ModalResponse {
    Self.answer
  }
}

extension NSApplication {
  public struct ModalResponse: Hashable, Sendable {
    public let rawValue: Int
    public static let alertFirstButtonReturn = Self(rawValue: 1000)
    public static let alertSecondButtonReturn = Self(rawValue: 1001)
    public static let alertThirdButtonReturn = Self(rawValue: 1002)
  }
}
