public import Foundation
public import LifecycleBus

/// The record of one run of the app, read by the next one.
public struct RunRecord: Sendable, Hashable {
  /// The app's state when the record was written last; `terminated` after an orderly end.
  public internal(set) var state: AppLifecycleState
  /// Whether the run was ever in the foreground.
  public internal(set) var wasInForeground: Bool
  /// Whether the process called `exit`, or returned from its main function.
  var hasExited: Bool
  /// Whether a debugger was attached when the run began.
  var wasDebugged: Bool
  /// The run's process.
  var processIdentifier: Int32
  /// When the run began, to the microsecond.
  public internal(set) var start: Date
  /// When the record was written last, to the microsecond.
  public internal(set) var lastChange: Date
  /// The operating system's boot in which the run began; `nil` where that is not known.
  var boot: BootIdentity?
  /// The version of the app, up to 200 bytes of it.
  public internal(set) var appVersion: String?
  /// The version of the operating system, up to 200 bytes of it.
  var systemVersion: String

  /// Makes a record of a run that begins now.
  init(environment: RunEnvironment) {
    state = .notRunning
    wasInForeground = false
    hasExited = false
    wasDebugged = environment.isDebugged
    processIdentifier = ProcessInfo.processInfo.processIdentifier
    start = Date(microseconds: environment.now().microseconds)
    lastChange = start
    boot = environment.boot?.bounded
    appVersion = environment.appVersion?.bounded(to: 200)
    systemVersion = environment.systemVersion.bounded(to: 200)
  }

  /// Applies an event; returns whether the record has changed.
  mutating func update(with context: AppLifecycleContext, at date: Date) -> Bool {
    let comesForward =
      context.event == .willEnterForeground || context.event == .didBecomeActive
      || context.previousState == .active
    return update(state: context.state, isInForeground: comesForward, at: date)
  }

  /// Applies a state; returns whether the record has changed. An orderly end is final.
  mutating func update(state newState: AppLifecycleState, isInForeground: Bool, at date: Date)
    -> Bool
  {
    guard state != .terminated else { return false }
    let comesForward = isInForeground || newState == .active
    guard newState != state || (comesForward && !wasInForeground) else { return false }
    state = newState
    if comesForward { wasInForeground = true }
    lastChange = Date(microseconds: date.microseconds)
    return true
  }
}

extension Date {
  /// Microseconds since 1970; 0 for a date that is too far away.
  var microseconds: Int64 {
    let value = (timeIntervalSince1970 * 1e6).rounded()
    return abs(value) < 9e18 ? Int64(value) : 0
  }

  init(microseconds: Int64) { self.init(timeIntervalSince1970: Double(microseconds) / 1e6) }
}

extension String {
  /// The longest beginning that takes no more bytes.
  func bounded(to count: Int) -> String {
    if utf8.count <= count { return self }
    var bytes = 0
    return String(
      prefix {
        bytes += $0.utf8.count
        return bytes <= count
      })
  }
}
