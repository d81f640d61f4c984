import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// The facts about the system and the app that a record holds.
struct RunEnvironment: Sendable {
  /// Two processes of one number differ in their start.
  struct Process: Sendable, Equatable, Codable {
    var number: Int32
    /// `nil` if the system does not tell.
    var start: String?
  }

  var process: Process
  /// An identifier that the system makes at each boot; `nil` if it does not tell.
  var boot: String?
  var isDebugged: Bool
  var appVersion = Self.bundleVersion
  var now: @Sendable () -> Date = { Date() }

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

  #if canImport(Darwin)
    init() {
      // Each `unsafe` passes local variables, which the call fills before it returns.
      var information = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      let isKnown = unsafe sysctl(&name, UInt32(name.count), &information, &size, nil, 0) == 0
      // The process's traced flag: Technical Q&A QA1361.
      isDebugged = isKnown && information.kp_proc.p_flag & P_TRACED != 0
      let start = unsafe information.kp_proc.p_un.__p_starttime
      process = Process(
        number: getpid(), start: isKnown ? "\(start.tv_sec).\(start.tv_usec)" : nil)

      var bytes = [UInt8](repeating: 0, count: 64)
      var count = bytes.count
      if unsafe sysctlbyname("kern.bootsessionuuid", &bytes, &count, nil, 0) == 0 {
        boot = String(decoding: bytes.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
      }
    }
  #else
    init() {
      func text(_ path: String) -> String? {
        let data = try? DurableFile(path: path).read(limit: 4_096)
        return data.map { String(decoding: $0, as: UTF8.self) }
      }
      boot = text("/proc/sys/kernel/random/boot_id")?.trimmingCharacters(in: .newlines)
      isDebugged = false
      // The 22nd field. The second one is the program's name in parentheses, which may hold anything.
      let fields = text("/proc/self/stat")?.split(separator: ")").last?.split(separator: " ")
      process = Process(
        number: getpid(), start: fields.flatMap { $0.count > 19 ? String($0[19]) : nil })
    }
  #endif
}
