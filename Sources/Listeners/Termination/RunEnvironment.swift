import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// The facts about the system and the app that a termination detector uses.
package struct RunEnvironment: Sendable {
  /// The operating system's boot; without it, no reboot is detected.
  var boot = BootIdentity.current
  /// The version of the app; without it, no update is detected.
  var appVersion = Self.bundleVersion
  var systemVersion = Self.operatingSystemVersion
  var isDebugged = DebuggerCheck.isAttached
  var now: @Sendable () -> Date = { Date() }

  /// The system's own text of its version; read once.
  private static let operatingSystemVersion =
    ProcessInfo.processInfo.operatingSystemVersionString

  /// The main bundle's version and build, such as "2.1 (417)"; `nil` without an identifier.
  private static var bundleVersion: String? {
    // Asked first, because the first dictionary takes half a millisecond on Linux, also if it is
    // empty.
    guard Bundle.main.bundleIdentifier != nil else { return nil }
    let information = Bundle.main.infoDictionary
    let version = information?["CFBundleShortVersionString"] as? String
    let build = information?["CFBundleVersion"] as? String
    if let version, let build { return "\(version) (\(build))" }
    return version ?? build
  }
}

extension RunEnvironment {
  /// The facts as the system reports them.
  package init(version: String? = nil) {
    self.init()
    if let version { appVersion = version }
  }
}

/// Asks whether a debugger is attached to this process.
package enum DebuggerCheck {
  #if canImport(Darwin)
    /// The process's traced flag (Technical Q&A QA1361); `false` if the system does not tell.
    package static var isAttached: Bool {
      var information = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      guard unsafe sysctl(&name, UInt32(name.count), &information, &size, nil, 0) == 0 else {
        return false
      }
      return information.kp_proc.p_flag & P_TRACED != 0
    }
  #else
    /// Whether the process has a tracer (proc_pid_status(5)); `false` on systems that do not tell.
    package static var isAttached: Bool {
      // The tracer is the eighth line; the groups of the process, further down, can take megabytes.
      guard let folder = try? FileDescriptor(directory: "/proc/self"),
        let file = try? folder.open("status"),
        let bytes = try? file.read(noMoreThan: 1_024)
      else { return false }
      return isAttached(status: bytes)
    }
  #endif

  /// Reads the text of a status file.
  static func isAttached(status: [UInt8]) -> Bool {
    for line in status.split(separator: UInt8(ascii: "\n"), maxSplits: 20)
    where line.starts(with: Array("TracerPid:".utf8)) {
      return line.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    }
    return false
  }
}
