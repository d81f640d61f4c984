public import Foundation
public import LifecycleBus

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
  public let start: Date
  /// The version of the app, if it has one.
  public let appVersion: String?
  /// One turn of the main actor after the launch: what comes later is no failed launch.
  var hasLaunched = false
  var isInFront = false
  /// In order: the end was delivered, or the program has called `exit`.
  var hasEnded = false
  /// The version that was in front last, in this run or an earlier one; `nil` if none ever was.
  var shownVersion: String?
  var process: RunEnvironment.Process
  let boot: String?
  let isDebugged: Bool

  /// The call and the end have a line of their own.
  private enum CodingKeys: String, CodingKey {
    case state, events, start, appVersion, hasLaunched, isInFront, shownVersion, process, boot
    case isDebugged
  }

  init(_ environment: RunEnvironment) {
    start = environment.now()
    appVersion = environment.appVersion.map { Self.bounded($0, to: 100) }
    (process, boot, isDebugged) = (environment.process, environment.boot, environment.isDebugged)
  }

  mutating func note(_ context: AppLifecycleContext, at date: Date) {
    state = context.state
    events = events.suffix(15) + [Event(event: context.event, date: date)]
    switch context.event {
    case .willEnterForeground, .didBecomeActive:
      isInFront = true
      shownVersion = appVersion ?? ""
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

  static let ended = padded("{\"hasEnded\":true}")
  static let idle = padded("{}")

  static func line(_ call: RunRecord.Call) -> [UInt8] {
    // Written by hand, because it is written for each call of a listener.
    var text = "{\"call\":{\"listener\":\""
    for scalar in call.listener.unicodeScalars {
      let isPlain = scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
      text.unicodeScalars.append(isPlain ? scalar : "_")
    }
    text += "\",\"event\":\""
    text += call.event.rawValue
    text += "\",\"date\":"
    text += call.date.timeIntervalSinceReferenceDate.description
    return padded(text + "}}")
  }

  private static func padded(_ text: String) -> [UInt8] {
    var line = Array(text.utf8.prefix(firstLength - 1))
    line += repeatElement(UInt8(ascii: " "), count: firstLength - 1 - line.count)
    return line + [UInt8(ascii: "\n")]
  }

  static func line(_ record: RunRecord) throws -> [UInt8] {
    Array(try JSONEncoder().encode(record)) + [UInt8(ascii: "\n")]
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
