import Foundation
import LifecycleBus

#if canImport(Darwin)
  import Darwin
#endif

/// What one run of the app leaves to the next one.
struct RunRecord: Sendable, Equatable {
  struct Progress: Sendable, Equatable, Decodable {
    /// The last 16, oldest first.
    var events: [AppLifecycleEvent] = []
    /// Of the last event; at first that of the start.
    var date: Date
    /// One turn of the main actor after the launch: what comes later is no failed launch.
    var hasLaunched = false
    var isInFront = false
  }

  struct Facts: Sendable, Equatable, Codable {
    let appVersion: String?
    /// The version that was in front last, in this run or an earlier one; `nil` if none ever was.
    var shownVersion: String?
    var process: String?
    let boot: String?
    let isDebugged: Bool
  }

  var call: PreviousRun.Call?
  /// In order: the end was delivered, or the program has called `exit`.
  var hasEnded = false
  var progress: Progress
  var facts: Facts

  mutating func note(_ event: AppLifecycleEvent, at date: Date) {
    progress.events = progress.events.suffix(15) + [event]
    progress.date = date
    switch event {
    case .willEnterForeground, .didBecomeActive:
      progress.isInFront = true
      facts.shownVersion = facts.appVersion ?? ""
    case .didEnterBackground: progress.isInFront = false
    default: break
    }
  }
}

extension RunRecord {
  init(_ environment: RunEnvironment) {
    progress = Progress(date: environment.now())
    facts = Facts(
      appVersion: environment.appVersion.map { $0.bounded(to: 100) },
      process: environment.process, boot: environment.boot, isDebugged: environment.isDebugged)
  }
}

struct RunEnvironment: Sendable {
  /// Its number and start; `nil` if the system does not tell.
  var process: String?
  /// An identifier of this boot.
  var boot: String?
  var isDebugged: Bool
  var appVersion = Self.bundleVersion
  var now: @Sendable () -> Date = { Date() }

  /// The main bundle's version and build, such as "2.1 417"; `nil` without an identifier.
  private static var bundleVersion: String? {
    // Asked first, because the first dictionary takes half a millisecond on Linux, also if it is
    // empty.
    guard Bundle.main.bundleIdentifier != nil else { return nil }
    let keys = ["CFBundleShortVersionString", "CFBundleVersion"]
    let parts = keys.compactMap { Bundle.main.infoDictionary?[$0] as? String }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
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
      if isKnown { process = "\(getpid()) \(start.tv_sec).\(start.tv_usec)" }
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
      if let fields, fields.count > 19 { process = "\(getpid()) \(fields[19])" }
    }
  #endif
}
