import Foundation
import LifecycleBus

@testable import Listeners

extension HostileInput {
  static func recording(_ bytes: [UInt8]) -> String? {
    let recording = FlightRecording(jsonLines: text(bytes))
    if let error = recording.problem, error.reason.isEmpty || error.line < 1 {
      return "an error without a line"
    }
    return problem(with: recording)
  }

  /// Lines of a flight recorder's file, each with a checksum that fits.
  static func flightFile(_ bytes: [UInt8]) -> String? {
    let lines = parts(bytes, 8, separator: UInt8(ascii: "\n")).flatMap { part in
      var line = Array(part.prefix(FlightContents.lines.length - PaddedLines.sealLength))
      FlightContents.lines.complete(&line, CRC64(line))
      return line
    }
    for bytes in [bytes, lines] {
      guard let contents = try? FlightContents(bytes) else { continue }
      if let problem = problem(with: contents.recording) { return problem }
    }
    return nil
  }

  /// Times and names that valid JSON can have, 16 bytes for an event.
  static func recordedTimes(_ bytes: [UInt8]) -> String? {
    var lines = ""
    var rest = bytes[...]
    while rest.count >= 16, lines.utf8.count < 20_000 {
      let piece = Array(rest.prefix(16))
      rest = rest.dropFirst(16)
      let events = AppLifecycleEvent.allCases
      let states = [AppLifecycleState.notRunning, .inactive, .active, .background, .terminated]
      let origins = ["posted", "synthesized", "replayed"]
      let name = text(Array(piece[12...])).unicodeScalars.map { "\\u\(hex($0))" }.joined()
      lines += """
        {"number":\(time(piece[1...3]).rounded() + 1),"event":"\(events[Int(piece[0]) % events.count])",\
        "origin":"\(origins[Int(piece[4]) % 3])","previousState":"\(states[Int(piece[5]) % 5])",\
        "state":"\(states[Int(piece[6]) % 5])","date":"20\(10 + Int(piece[7]) % 90)-02-28T23:59:59.999Z",\
        "startMicroseconds":\(time(piece[8...9])),"durationMicroseconds":\(time(piece[10...11])),\
        "isOverBudget":false,"calls":[{"listener":"\(name)","startMicroseconds":\(time(piece[8...9])),\
        "durationMicroseconds":\(time(piece[12...13]))}]}\n
        """
    }
    return recording(Array(lines.utf8))
  }

  /// A number of any size, most often in the range that is allowed.
  private static func time(_ bytes: ArraySlice<UInt8>) -> Double {
    let value = bytes.reduce(0.0) { $0 * 256 + Double($1) }
    return bytes.first.map { $0 % 8 == 7 } == true ? value * 1e10 : value / 16
  }

  private static func hex(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value & 0x7FFF, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func problem(with recording: FlightRecording) -> String? {
    let lines = recording.jsonLines
    let again = FlightRecording(jsonLines: lines)
    if again.problem != nil { return "lines that cannot be read back" }
    // The times are exact for a hundred days.
    let isExact = recording.end < .seconds(100 * 86_400)
    if isExact, again.events != recording.events { return "other events after a second reading" }
    if again.events.count != recording.events.count { return "fewer events than there were" }
    let picture = recording.timeline()
    let size = recording.events.reduce(10_000) { size, event in
      event.calls.reduce(size + 2_000) { $0 + 2_000 + 12 * $1.listener.utf8.count }
    }
    for (name, text) in [
      ("table", recording.table), ("trace", recording.trace), ("timeline", picture),
    ] where text.utf8.count > 4 * size {
      return "a \(name) of \(text.utf8.count) bytes from \(recording.events.count) events"
    }
    let scenario = AppLifecycleScenario(recording)
    return scenario.events.count <= recording.events.count ? nil : "more events than there were"
  }
}
