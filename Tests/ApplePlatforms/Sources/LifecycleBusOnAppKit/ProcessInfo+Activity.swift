public import Foundation

// Foundation has these on Apple platforms only. They are compiled into the module under test.

extension ProcessInfo {
  public struct ActivityOptions: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let suddenTerminationDisabled = Self(rawValue: 1 << 14)
    public static let automaticTerminationDisabled = Self(rawValue: 1 << 15)
  }

  public func beginActivity(
    options: ActivityOptions, reason: String
  ) -> any NSObjectProtocol {
    let activity = StandInActivity(options, reason)
    StandInActivity.open.withLock { $0.append(activity) }
    return activity
  }

  public func endActivity(_ activity: any NSObjectProtocol) {
    StandInActivity.open.withLock { open in
      open.removeAll { $0 === activity as AnyObject }
    }
  }
}

/// An activity that has begun.
public final class StandInActivity: NSObject, Sendable {
  public let options: ProcessInfo.ActivityOptions
  public let reason: String

  init(_ options: ProcessInfo.ActivityOptions, _ reason: String) {
    self.options = options
    self.reason = reason
    super.init()
  }

  static let open = Locked<[StandInActivity]>([])

  /// The open activities with a reason.
  public static func named(_ reason: String) -> [StandInActivity] {
    open.withLock { $0.filter { $0.reason == reason } }
  }
}
