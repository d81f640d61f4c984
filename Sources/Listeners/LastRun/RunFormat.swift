import Foundation
import LifecycleBus

/// The two lines of a run's file, as bytes. They're made by hand, because one is written for each event
/// and each call of a listener.
enum RunFormat {
  static let callLength = 256
  /// More than both lines can have.
  static let largestSize = 8_192
  /// How much of a file is looked at.
  static let limit = 65_536

  static let ended = first("{\"end\":\"in order\"}")
  static let idle = first("{}")

  private static func first(_ text: String) -> [UInt8] {
    let blanks = repeatElement(UInt8(ascii: " "), count: callLength - 1 - text.utf8.count)
    return Array(text.utf8) + blanks + [UInt8(ascii: "\n")]
  }

  static func line(_ call: PreviousRun.Call) -> [UInt8] {
    let kind = call.isAsync ? ",\"kind\":\"async\"" : ""
    return first("{\"listener\":\"\(call.listener)\",\"event\":\"\(call.event.rawValue)\"\(kind)}")
  }

  static func line(_ record: RunRecord) -> [UInt8] {
    func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }

    let events = record.events.map { quoted($0.rawValue) }.joined(separator: ",")
    let line =
      "{\"appVersion\":\(quoted(record.appVersion)),"
      + "\"shownVersion\":\(quoted(record.shownVersion)),"
      + "\"process\":\(quoted(record.process)),\"boot\":\(quoted(record.boot)),"
      + "\"isDebugged\":\(record.isDebugged),\"endsSilently\":\(record.endsSilently),"
      + "\"events\":[\(events)],"
      + "\"date\":\(record.date.timeIntervalSinceReferenceDate),"
      + "\"hasLaunched\":\(record.hasLaunched),\"isInFront\":\(record.isInFront)}\n"
    return Array(line.utf8)
  }

  /// `nil` if the bytes are no record. What a longer line has left behind the last one is ignored.
  static func record(_ data: Data) -> RunRecord? {
    let first = data.prefix(callLength)
    let second = data.dropFirst(callLength).prefix { $0 != UInt8(ascii: "\n") }

    let decoder = JSONDecoder()
    guard let first = try? decoder.decode([String: String].self, from: first),
      var record = try? decoder.decode(RunRecord.self, from: second)
    else { return nil }

    record.hasEnded = first["end"] != nil
    if let listener = first["listener"], let event = first["event"].flatMap(AppLifecycleEvent.init)
    {
      record.call = PreviousRun.Call(
        listener: listener, event: event, isAsync: first["kind"] == "async")
    }
    return record
  }
}

extension String {
  /// The longest beginning of 100 bytes, as it may stand between quotes in JSON.
  var plain: String {
    let bytes = utf8.map { byte in
      let isSpecial = byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      if isSpecial { return UInt8(ascii: "_") }
      return byte
    }

    var text = String(decoding: bytes, as: UTF8.self)[...]
    while text.utf8.count > 100 {
      text.removeLast()
    }
    return String(text)
  }
}
