@_exported public import Foundation

// The declarations that the sources use, with the isolation and the signatures of Apple's SDK.

@MainActor open class NSApplication: NSObject {
  public enum TerminateReply: UInt, Sendable { case terminateCancel, terminateNow, terminateLater }

  open var isActive = false
  open var isHidden = false
  /// Every reply after `terminateLater`.
  public private(set) var terminationReplies: [Bool] = []
  private var onReply: (() -> Void)?

  public override init() { super.init() }

  open func reply(toApplicationShouldTerminate shouldTerminate: Bool) {
    terminationReplies.append(shouldTerminate)
    onReply?()
    onReply = nil
  }

  /// Waits until there is a reply.
  public func nextTerminationReply() async {
    if !terminationReplies.isEmpty { return }
    await withCheckedContinuation { continuation in onReply = { continuation.resume() } }
  }
}

open class NSUserActivity: NSObject {
  public let activityType: String
  open var title: String?
  open var webpageURL: URL?
  open var userInfo: [AnyHashable: Any]?

  public init(activityType: String) {
    self.activityType = activityType
    super.init()
  }
}

@MainActor public protocol NSUserActivityRestoring: AnyObject {}
