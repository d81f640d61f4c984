import Foundation
import LifecycleBus

#if canImport(Darwin)
  import Darwin
#endif

/// What one run of the app leaves to the next one. Its texts may stand between quotes in JSON.
struct RunRecord: Sendable {
  var appVersion: String?
  /// The version that was in front last, in this run or before.
  var shownVersion: String?
  var process: String?
  var boot: String?
  var isDebugged = false
  /// The system may end the process at any time, without a word.
  var endsSilently = false
  /// The last 16, oldest first.
  var events: [AppLifecycleEvent] = []
  var date = Date()
  /// Set in the next turn of the main actor: what happens later is no failed launch.
  var hasLaunched = false
  var isInFront = false
  var call: PreviousRun.Call?
  /// The end was delivered and no hold is open, or the program has called `exit`.
  var hasEnded = false

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
}

// MARK: This process

extension RunRecord {
  static func ofThisProcess() -> RunRecord {
    var record = RunRecord()
    record.readProcess()

    let bundle = Bundle.main
    // Asked first: the first dictionary takes half a millisecond on Linux, also if it's empty.
    let info = bundle.bundleIdentifier == nil ? [:] : bundle.infoDictionary ?? [:]
    record.appVersion = version(info)
    record.endsSilently = endsSilently(bundle.bundlePath, info)
    return record
  }

  /// Such as "2.1 417".
  private static func version(_ info: [String: Any]) -> String? {
    let keys = ["CFBundleShortVersionString", "CFBundleVersion"]
    let parts = keys.compactMap { info[$0] as? String }
    if parts.isEmpty { return nil }
    return parts.joined(separator: " ").plain
  }

  /// An extension, or a Mac's app that asks for it.
  static func endsSilently(_ bundlePath: String, _ info: [String: Any]) -> Bool {
    if bundlePath.hasSuffix(".appex") { return true }

    let keys = ["NSSupportsSuddenTermination", "NSSupportsAutomaticTermination"]
    return keys.contains { info[$0] as? Bool == true }
  }

  #if canImport(Darwin)
    // Each `unsafe` passes local variables, which the call fills before it returns, or reads numbers
    // of a structure that has pointers elsewhere.

    private mutating func readProcess() {
      boot = Self.bootSession

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
    private mutating func readProcess() {
      boot = Self.lines(of: "/proc/sys/kernel/random/boot_id").first

      // The 22nd field. The second one is the program's name in parentheses, which may hold anything.
      let stat = Self.lines(of: "/proc/self/stat").joined()
      let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
      if fields.count > 19 {
        process = "\(getpid()) \(fields[19])"
      }
      isDebugged = Self.isTraced(Self.lines(of: "/proc/self/status"))
    }

    private static func lines(of path: String) -> [String] {
      let data = try? DurableFile(path: path).read()?.data
      let text = String(decoding: data ?? Data(), as: UTF8.self)
      return text.split(separator: "\n").map(String.init)
    }

    static func isTraced(_ status: [String]) -> Bool {
      let line = status.first { $0.hasPrefix("TracerPid:") }
      return line.map { !$0.hasSuffix("\t0") } ?? false
    }
  #endif
}
