import Foundation
import LifecycleBus

#if canImport(Darwin)
  import Darwin
#endif

/// What one run of the app leaves to the next one. Its texts are plain, as between quotes in JSON.
struct RunRecord: Sendable, Decodable {
  var appVersion = Self.bundleVersion
  /// The version that was in front last, in this run or an earlier one; `nil` if none ever was.
  var shownVersion: String?
  /// The process's number, and when it began; `nil` if the system doesn't tell.
  var process: String?
  /// An identifier of this boot.
  var boot: String?
  var isDebugged = false
  /// The system may end the process at any time, without a word.
  var endsSilently = Self.endsSilently(
    Bundle.main.bundlePath, Self.hasInfo ? Bundle.main.infoDictionary ?? [:] : [:])
  /// The last 16, oldest first.
  var events: [AppLifecycleEvent] = []
  /// When the last event was delivered; before the first one, when this process began.
  var date = Date()
  /// Noted in the next turn of the main actor after the launch: what happens later is no failed launch.
  var hasLaunched = false
  var isInFront = false
  var call: PreviousRun.Call?
  /// In order: the end was delivered and no hold is open, or the program has called `exit`.
  var hasEnded = false

  /// The call and the end have a line of their own.
  private enum CodingKeys: CodingKey {
    case appVersion, shownVersion, process, boot, isDebugged, endsSilently
    case events, date, hasLaunched, isInFront
  }

  /// `isOfMac`: an app of the menu bar is never active, so there a launch is in front.
  mutating func note(_ event: AppLifecycleEvent, isOfMac: Bool = false) {
    events = events.suffix(15) + [event]
    date = Date()

    switch event {
    case .willEnterForeground, .didBecomeActive:
      comeToFront()
    case .didFinishLaunching where isOfMac:
      comeToFront()
    case .didEnterBackground:
      isInFront = false
    default:
      break
    }
  }

  mutating func comeToFront() {
    isInFront = true
    shownVersion = appVersion ?? ""
  }

  /// Asked first, because the first dictionary takes half a millisecond on Linux, also if it's empty.
  private static var hasInfo: Bool { Bundle.main.bundleIdentifier != nil }

  /// An extension, whose process ends with its sheet, and a Mac's app that asks for it.
  static func endsSilently(_ bundlePath: String, _ info: [String: Any]) -> Bool {
    if bundlePath.hasSuffix(".appex") { return true }

    let keys = ["NSSupportsSuddenTermination", "NSSupportsAutomaticTermination"]
    return keys.contains { info[$0] as? Bool == true }
  }

  /// The main bundle's version and build, such as "2.1 417"; `nil` without an identifier.
  private static var bundleVersion: String? {
    guard hasInfo else { return nil }

    let keys = ["CFBundleShortVersionString", "CFBundleVersion"]
    let parts = keys.compactMap { Bundle.main.infoDictionary?[$0] as? String }
    guard !parts.isEmpty else { return nil }
    return parts.joined(separator: " ").plain
  }

  #if canImport(Darwin)
    init() {
      boot = Self.bootSession
      readProcess()
    }

    // Each `unsafe` passes local variables, which the call fills before it returns, or reads numbers
    // of a structure that has pointers elsewhere.

    private mutating func readProcess() {
      var information = unsafe kinfo_proc()
      var size = unsafe MemoryLayout<kinfo_proc>.stride
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      let result = unsafe sysctl(&name, UInt32(name.count), &information, &size, nil, 0)
      guard result == 0 else { return }

      let began = unsafe information.kp_proc.p_un.__p_starttime
      process = "\(getpid()) \(began.tv_sec).\(began.tv_usec)"
      // The process's traced flag: Technical Q&A QA1361.
      isDebugged = unsafe information.kp_proc.p_flag & P_TRACED != 0
    }

    private static var bootSession: String? {
      var bytes = [UInt8](repeating: 0, count: 64)
      var count = bytes.count
      let result = unsafe sysctlbyname("kern.bootsessionuuid", &bytes, &count, nil, 0)
      guard result == 0 else { return nil }

      let text = bytes.prefix(count).prefix { $0 != 0 }
      return String(decoding: text, as: UTF8.self)
    }
  #else
    init() {
      func text(_ path: String) -> String? {
        (try? DurableFile(path: path).read()).map { String(decoding: $0.data, as: UTF8.self) }
      }

      boot = text("/proc/sys/kernel/random/boot_id")?.trimmingCharacters(in: .newlines)

      // The 22nd field. The second one is the program's name in parentheses, which may hold anything.
      let fields = text("/proc/self/stat")?.split(separator: ")").last?.split(separator: " ")
      if let fields, fields.count > 19 {
        process = "\(getpid()) \(fields[19])"
      }

      isDebugged = Self.isTraced(text("/proc/self/status") ?? "")
    }

    static func isTraced(_ status: String) -> Bool {
      let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
      return line.map { !$0.hasSuffix("\t0") } ?? false
    }
  #endif
}
