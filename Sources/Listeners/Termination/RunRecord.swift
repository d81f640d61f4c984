public import Foundation
public import LifecycleBus

/// The record of one run of the app, read by the next one.
public struct RunRecord: Sendable, Equatable {
  /// The app's state when the record was written last; `terminated` after an orderly end.
  public internal(set) var state: AppLifecycleState
  /// Whether the run was ever in the foreground.
  public internal(set) var wasInForeground: Bool
  /// Whether the process was in the foreground when its end began.
  var endsFromForeground = false
  /// Whether the process called `exit`, or returned from its main function.
  var hasExited: Bool
  /// Whether a debugger was attached when the run began.
  var wasDebugged: Bool
  var processIdentifier: Int32
  /// When the run began, to the microsecond.
  public internal(set) var start: Date
  /// When the record was written last, to the microsecond.
  public internal(set) var lastChange: Date
  /// The boot in which the run began, if it is known.
  var boot: BootIdentity?
  /// The version of the app, up to 200 bytes.
  public internal(set) var appVersion: String?
  /// The version of the operating system, up to 200 bytes.
  var systemVersion: String

  var hasEnded: Bool { state == .terminated || hasExited }

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

  mutating func update(with context: AppLifecycleContext, at date: Date) -> Bool {
    let comesForward =
      context.event == .willEnterForeground || context.event == .didBecomeActive
      || context.previousState == .active
    // A mediator that finds didEnterBackground missing adds it where the app ends, and a signal source
    // posts it there, but also where SIGTSTP stops the process or SIGCONT finds it in the background.
    let signal = context.userInfo?["LifecycleBus.signal"] as? Int32
    let endsBySignal = signal != nil && signal != SIGTSTP && signal != SIGCONT
    let isEnding =
      context.event == .willTerminate
      || context.event == .didEnterBackground && (context.origin == .synthesized || endsBySignal)
    let wasShown = wasInForeground && state != .background
    guard update(state: context.state, isInForeground: comesForward, at: date) else { return false }
    endsFromForeground = isEnding && (wasShown || endsFromForeground)
    return true
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

/// The format of a record: two lines of equal length, written in turn, so that one is always whole.
///
/// ```
/// LifecycleBus-run 1 sequence=7 state=active foreground=1 ... check=0123456789abcdef
/// ```
///
/// The valid line with the higher sequence number counts.
enum RunRecordFormat {
  /// The file has 4 KiB.
  static let lines = PaddedLines("LifecycleBus-run", length: 2_048)

  /// The newest record of a file, its sequence number, and which line it is.
  struct Newest: Equatable {
    let record: RunRecord
    let sequence: UInt64
    let line: Int
  }

  static func fixedFields(of record: RunRecord) -> String {
    var text = " pid=\(record.processIdentifier) start=\(record.start.microseconds)"
    text += " debugged=\(record.wasDebugged ? 1 : 0)"
    switch record.boot {
    case .identifier(let identifier): text += " boot-id=" + escaped(identifier)
    case .time(let seconds): text += " boot-time=\(seconds)"
    case nil: break
    }
    if let version = record.appVersion { text += " app=" + escaped(version) }
    return text + " system=" + escaped(record.systemVersion)
  }

  static func line(_ record: RunRecord, fixedFields: String, sequence: UInt64) -> [UInt8] {
    // Each event that changes the state makes a line: one text that grows in few steps takes half as
    // long as interpolations.
    var text = "sequence="
    text.reserveCapacity(lines.length)
    text += String(sequence)
    text += " state="
    text += record.state.rawValue
    text += record.wasInForeground ? " foreground=1" : " foreground=0"
    if record.endsFromForeground { text += " ending=1" }
    text += record.hasExited ? " exited=1 change=" : " exited=0 change="
    text += String(record.lastChange.microseconds)
    text += fixedFields
    return lines.line(text)
  }

  private static func escaped(_ text: String) -> String {
    String(decoding: CheckedLine.escaped(text), as: UTF8.self)
  }

  // MARK: Reading

  /// The newest whole record; `nil` if none was ever written.
  static func newest(_ bytes: [UInt8]) throws(FileDamage) -> Newest? {
    if bytes.isEmpty { return nil }
    var newest: Newest?
    var damage: FileDamage?
    for number in 0...1 {
      do throws(FileDamage) {
        guard let line = try lines.read(number, of: bytes) else { continue }
        guard let sequence: UInt64 = line.number("sequence"), let record = RunRecord(line) else {
          throw .wrongFormat
        }
        if sequence > newest?.sequence ?? 0 {
          newest = Newest(record: record, sequence: sequence, line: number)
        }
      } catch {
        damage = damage ?? error
      }
    }
    if newest == nil, let damage { throw damage }
    return newest
  }
}

extension RunRecord {
  /// A record from the fields of a line; `nil` if one is missing.
  fileprivate init?(_ line: CheckedLine) {
    guard let state = line["state"].flatMap(AppLifecycleState.init(rawValue:)),
      let start: Int64 = line.number("start"), let change: Int64 = line.number("change"),
      let process: Int32 = line.number("pid"), let system = line.text("system")
    else { return nil }
    self.state = state
    wasInForeground = line["foreground"] == "1"
    endsFromForeground = line["ending"] == "1"
    hasExited = line["exited"] == "1"
    wasDebugged = line["debugged"] == "1"
    processIdentifier = process
    self.start = Date(microseconds: start)
    lastChange = Date(microseconds: change)
    boot =
      line.text("boot-id").map { .identifier($0) } ?? line.number("boot-time").map { .time($0) }
    appVersion = line.text("app")
    systemVersion = system
  }
}
