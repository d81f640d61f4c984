import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  /// The environment's variables by which a service manager addresses this process.
  struct ServiceManagerVariables: Sendable {
    /// The address of the socket; `nil` or empty for none.
    let socket: String?
    /// How often the service has to say that it is alive; `nil` where that is not asked of it.
    let watchdog: Duration?

    private static let names = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]

    /// Those of this process, as they were when they were first asked for.
    static let own = Self(ProcessInfo.processInfo.environment)

    init(_ environment: [String: String]) {
      socket = environment["NOTIFY_SOCKET"]
      let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
      // The variables of a parent that did not remove them are not meant for this process.
      let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
      watchdog = isMeant && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    /// Removes them from the environment, so that children do not inherit them.
    static func remove() {
      for name in names { unsetenv(name) }
    }
  }
#endif
