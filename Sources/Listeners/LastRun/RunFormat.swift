import Foundation
import LifecycleBus

/// The two lines of a run's file, as bytes. They're made by hand, because one is written for each
/// call.
enum RunFormat {
  static let callLength = 256
  static let largestSize = 8_192

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
    let events = record.events.map(\.rawValue).joined(separator: " ")
    let date = record.date.timeIntervalSinceReferenceDate
    var line = "{\"events\":\"\(events)\",\"date\":\"\(date)\""

    func add(_ name: String, _ text: String?) {
      guard let text else { return }
      line += ",\"\(name)\":\"\(text)\""
    }
    add("appVersion", record.appVersion)
    add("shownVersion", record.shownVersion)
    add("process", record.process)
    add("boot", record.boot)

    let flags = [
      ("isDebugged", record.isDebugged), ("endsSilently", record.endsSilently),
      ("hasLaunched", record.hasLaunched), ("isInFront", record.isInFront),
    ]
    for (name, isTrue) in flags where isTrue {
      add(name, "yes")
    }

    line += "}\n"
    return Array(line.utf8)
  }

  /// Ignores what a longer line has left behind the last one.
  static func record(_ data: Data) -> RunRecord? {
    let second = data.dropFirst(callLength).prefix { $0 != UInt8(ascii: "\n") }
    guard let first = Texts(data.prefix(callLength)), let facts = Texts(second),
      let events = facts["events"], let date = facts.number("date")
    else { return nil }

    var record = RunRecord(
      appVersion: facts["appVersion"], shownVersion: facts["shownVersion"],
      process: facts["process"], boot: facts["boot"], isDebugged: facts.has("isDebugged"),
      endsSilently: facts.has("endsSilently"),
      events: events.split(separator: " ").compactMap { AppLifecycleEvent(rawValue: String($0)) },
      date: Date(timeIntervalSinceReferenceDate: date), hasLaunched: facts.has("hasLaunched"),
      isInFront: facts.has("isInFront"), hasEnded: first.has("end"))
    if let listener = first["listener"], let event = first["event"].flatMap(AppLifecycleEvent.init)
    {
      record.call = PreviousRun.Call(
        listener: listener, event: event, isAsync: first.has("kind"))
    }
    return record
  }
}

extension String {
  /// At most 100 bytes, as they may stand between quotes in JSON.
  var plain: String {
    let bytes = utf8.map { byte in
      let isSpecial = byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      if isSpecial { return UInt8(ascii: "_") }
      return byte
    }

    var text = String(decoding: bytes, as: UTF8.self)
    while text.utf8.count > 100 {
      text.removeLast()
    }
    return text
  }
}
