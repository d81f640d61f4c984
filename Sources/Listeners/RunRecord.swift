public import Foundation
public import LifecycleBus

#if canImport(Darwin)
  import Darwin
#endif

/// The record of one run of the app, read by the next one.
public struct RunRecord: Sendable, Equatable, Codable {
  /// An event that was delivered.
  public struct Event: Sendable, Equatable, Codable {
    /// What happened.
    public let event: AppLifecycleEvent
    /// When.
    public let date: Date
  }

  /// The call of a listener.
  public struct Call: Sendable, Equatable, Codable {
    /// The name of the listener or of its type, up to 100 bytes.
    public let listener: String
    /// What it was called for.
    public let event: AppLifecycleEvent
    /// When the call began.
    public let date: Date
  }

  /// The app's state after the last event.
  public internal(set) var state = AppLifecycleState.notRunning
  /// The last 16 events, oldest first.
  public internal(set) var events: [Event] = []
  /// The call that had not returned when the run ended.
  public internal(set) var call: Call?
  /// When the run began.
  public var start: Date { facts.start }
  /// The version of the app, if it has one.
  public var appVersion: String? { facts.appVersion }
  /// One turn of the main actor after the launch: what comes later is no failed launch.
  var hasLaunched = false
  var isInFront = false
  /// In order: the end was delivered, or the program has called `exit`.
  var hasEnded = false
  var facts: Facts

  /// What seldom changes in a run.
  struct Facts: Sendable, Equatable, Codable {
    let start: Date
    let appVersion: String?
    /// The version that was in front last, in this run or an earlier one; `nil` if none ever was.
    var shownVersion: String?
    var process: RunEnvironment.Process
    let boot: String?
    let isDebugged: Bool
  }

  /// The call and the end have a line of their own.
  private enum CodingKeys: String, CodingKey { case state, events, hasLaunched, isInFront, facts }

  init(_ environment: RunEnvironment) {
    facts = Facts(
      start: environment.now(),
      appVersion: environment.appVersion.map { Self.bounded($0, to: 100) },
      process: environment.process, boot: environment.boot, isDebugged: environment.isDebugged)
  }

  mutating func note(_ context: AppLifecycleContext, at date: Date) {
    state = context.state
    events = events.suffix(15) + [Event(event: context.event, date: date)]
    switch context.event {
    case .willEnterForeground, .didBecomeActive:
      isInFront = true
      facts.shownVersion = appVersion ?? ""
    case .didEnterBackground: isInFront = false
    default: break
    }
  }

  static func bounded(_ text: String, to count: Int) -> String {
    if text.utf8.count <= count { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: count)
    while end.samePosition(in: text.unicodeScalars) == nil { text.utf8.formIndex(before: &end) }
    return String(text[..<end])
  }
}

/// The file of a record: a line for what changes at each call, and behind it one for the rest, both
/// JSON.
///
/// ```
/// {"call":{"listener":"ImageCache","event":"didBecomeActive","date":816000000.1}}     (256 bytes)
/// {"process":{"number":4711},"state":"active","events":[...]}
/// ```
///
/// What a longer line has left behind the second one's end is ignored.
enum RunFormat {
  static let firstLength = 256

  private struct First: Codable {
    var call: RunRecord.Call?
    var hasEnded: Bool?
  }

  private static let blanks = Array(repeating: UInt8(ascii: " "), count: firstLength - 1) + [10]
  static let ended = padded(Array("{\"hasEnded\":true}".utf8))
  static let idle = padded(Array("{}".utf8))

  private static func padded(_ line: [UInt8]) -> [UInt8] {
    line + blanks[min(line.count, firstLength - 1)...]
  }

  // Written by hand, because a line is written for each event and each call of a listener.

  static func line(_ call: RunRecord.Call) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(firstLength)
    line += "{\"call\":{\"listener\":\"".utf8
    for byte in call.listener.utf8 {
      let isPlain = byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      line.append(isPlain ? byte : UInt8(ascii: "_"))
    }
    line += "\",".utf8
    add(call.event, call.date, to: &line)
    line += "}}".utf8
    return padded(line)
  }

  private static func add(_ event: AppLifecycleEvent, _ date: Date, to line: inout [UInt8]) {
    line += "\"event\":\"".utf8
    line += event.rawValue.utf8
    line += "\",\"date\":".utf8
    line += date.timeIntervalSinceReferenceDate.description.utf8
  }

  static func json(_ facts: RunRecord.Facts) throws -> [UInt8] {
    Array(try JSONEncoder().encode(facts))
  }

  /// `facts`: as JSON.
  static func line(_ record: RunRecord, facts: [UInt8]) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(2_048)
    line += "{\"state\":\"".utf8
    line += record.state.rawValue.utf8
    line += (record.hasLaunched ? "\",\"hasLaunched\":true" : "\",\"hasLaunched\":false").utf8
    line += (record.isInFront ? ",\"isInFront\":true" : ",\"isInFront\":false").utf8
    line += ",\"facts\":".utf8
    line += facts
    line += ",\"events\":[".utf8
    for (index, event) in record.events.enumerated() {
      line += (index == 0 ? "{" : "},{").utf8
      add(event.event, event.date, to: &line)
    }
    line += (record.events.isEmpty ? "]}\n" : "}]}\n").utf8
    return line
  }

  /// Reads any bytes back; `nil` if they are no record.
  static func record(_ data: Data) -> RunRecord? {
    let lines = data.dropFirst(firstLength).split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    let decoder = JSONDecoder()
    guard let first = try? decoder.decode(First.self, from: data.prefix(firstLength)),
      let line = lines.first, var record = try? decoder.decode(RunRecord.self, from: line)
    else { return nil }
    (record.call, record.hasEnded) = (first.call, first.hasEnded ?? false)
    return record
  }
}

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
