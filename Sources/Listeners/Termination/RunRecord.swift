public import Foundation
public import LifecycleBus

/// The record of one run of the app, read by the next one.
public struct RunRecord: Codable, Sendable, Hashable {
  /// The app's state when the record was written last; `terminated` after an orderly end.
  public var state: AppLifecycleState
  /// Whether the run was ever in the foreground.
  public var wasInForeground: Bool
  /// When the run began.
  public var start: Date
  /// When the record was written last.
  public var lastChange: Date
  /// The operating system's boot in which the run began; `nil` where that is not known.
  public var boot: BootIdentity?
  /// The version of the app.
  public var appVersion: String?
  /// The version of the operating system.
  public var systemVersion: String

  /// Makes a record of a run that begins now.
  public init(environment: RunEnvironment) {
    state = .notRunning
    wasInForeground = false
    start = environment.now()
    lastChange = start
    boot = environment.boot
    appVersion = environment.appVersion
    systemVersion = environment.systemVersion
  }

  /// Applies an event; returns whether the record has changed.
  mutating func update(_ context: AppLifecycleContext, at date: Date) -> Bool {
    let comesForward = context.event == .willEnterForeground || context.event == .didBecomeActive
    guard context.state != state || (comesForward && !wasInForeground) else { return false }
    state = context.state
    if comesForward { wasInForeground = true }
    lastChange = date
    return true
  }
}

/// Which boot of the operating system a run belongs to.
public enum BootIdentity: Codable, Sendable, Hashable {
  /// A random number that the kernel makes at each boot.
  case identifier(String)
  /// When the system was booted, in seconds since 1970. It changes when the clock is set.
  case time(Int)

  /// Whether two runs belong to one boot, as far as one can tell. Boot times count as one within
  /// half a minute, because systems correct them along with the clock; what cannot be compared
  /// counts as the same.
  func isSameBoot(as other: Self) -> Bool {
    switch (self, other) {
    case (.identifier(let one), .identifier(let other)): one == other
    case (.time(let one), .time(let other)): one.distanceIsAtMost(30, to: other)
    default: true
    }
  }
}

extension Int {
  /// Never overflows, because the numbers come from a file.
  fileprivate func distanceIsAtMost(_ limit: UInt, to other: Int) -> Bool {
    let (distance, overflow) = subtractingReportingOverflow(other)
    return !overflow && distance.magnitude <= limit
  }
}
