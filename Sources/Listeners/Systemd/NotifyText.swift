import Foundation

/// The assignments of `sd_notify(3)` that carry a value.
enum NotifyText {
  /// A status of several lines would be read as several assignments.
  static func status(_ status: String) -> String {
    let line = status.unicodeScalars.map { $0 == "\n" || $0 == "\r" || $0 == "\0" ? " " : $0 }
    return "STATUS=" + String(String.UnicodeScalarView(line))
  }

  static func timeout(_ duration: Duration) -> String {
    let bounded = min(max(duration, .zero), .seconds(1_000_000_000))
    let (seconds, attoseconds) = bounded.components
    return "EXTEND_TIMEOUT_USEC=\(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)"
  }

  /// The time of the clock that `RELOADING=1` has to come with.
  static var monotonicNow: String {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return "MONOTONIC_USEC=\(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)"
  }
}

/// The variables by which a service manager addresses this process.
struct ServiceManagerVariables: Sendable {
  /// The address of the socket; `nil` or empty for none.
  let socket: String?
  /// How often the service has to say that it is alive; `nil` if it need not.
  let watchdog: Duration?

  /// Those of this process at the first use.
  static let own = Self(ProcessInfo.processInfo.environment)

  init(_ environment: [String: String]) {
    socket = environment["NOTIFY_SOCKET"]
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    // The variables of a parent that did not remove them are not meant for this process.
    let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    watchdog = isMeant && microseconds > 0 ? .microseconds(microseconds) : nil
  }

  /// Removes them, so that children do not inherit them.
  static func remove() {
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsafe unsetenv(name) }
  }
}
