public import Foundation

/// The facts about the system and the app that a termination detector uses; a test gives its own.
public struct RunEnvironment: Sendable {
  /// The operating system's boot; `nil` where that is not known, and then no reboot is detected.
  public var boot: BootIdentity?
  /// The version of the app; `nil` if it has none, and then no update is detected.
  public var appVersion: String?
  /// The version of the operating system.
  public var systemVersion: String
  /// Whether a debugger is attached.
  public var isDebugged: Bool
  /// Returns the current date.
  public var now: @Sendable () -> Date

  /// Makes an environment.
  ///
  /// - Parameters:
  ///   - boot: The operating system's boot; what the system reports unless you give another.
  ///   - appVersion: The version of the app; that of the main bundle unless you give another. A
  ///     program without a bundle, on Linux for instance, gives its own.
  ///   - systemVersion: The version of the operating system; what the system reports unless you give
  ///     another.
  ///   - isDebugged: Whether a debugger is attached; what the system reports unless you give
  ///     another value.
  ///   - now: Returns the current date.
  public init(
    boot: BootIdentity? = SystemBoot.current,
    appVersion: String? = Self.bundleVersion,
    systemVersion: String = Self.operatingSystemVersion,
    isDebugged: Bool = Self.isDebuggerAttached,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.boot = boot
    self.appVersion = appVersion
    self.systemVersion = systemVersion
    self.isDebugged = isDebugged
    self.now = now
  }

  /// The version of the operating system, as the system puts it into words; read once.
  public static let operatingSystemVersion =
    ProcessInfo.processInfo.operatingSystemVersionString

  /// Whether the system reports a debugger that is attached to this process; `false` where it does
  /// not tell.
  public static var isDebuggerAttached: Bool { DebuggerCheck.isAttached }

  /// Version and build of the main bundle, such as "2.1 (417)"; `nil` for a program without a bundle
  /// identifier.
  public static var bundleVersion: String? {
    // Asked first, because the first dictionary takes half a millisecond on Linux, also if it is
    // empty.
    guard Bundle.main.bundleIdentifier != nil else { return nil }
    let information = Bundle.main.infoDictionary
    let version = information?["CFBundleShortVersionString"] as? String
    let build = information?["CFBundleVersion"] as? String
    switch (version, build) {
    case (let version?, let build?): return "\(version) (\(build))"
    case (let version, let build): return version ?? build
    }
  }
}
