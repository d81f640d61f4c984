import Foundation
import LifecycleBus

/// What a flight recorder's file holds: lines of equal length, each with a checksum. The first
/// names the run, the second the time until which a long call went on; the others are a ring.
///
/// ```
/// LifecycleBus-flight 1 run=7 number=12 event=willTerminate ... listener=SearchIndex check=...
/// ```
struct FlightContents: Sendable {
  static let lines = PaddedLines("LifecycleBus-flight", length: 256)
  static let lineCount = 512
  static let length = lines.length * lineCount

  let bytes: [UInt8]
  let run: UInt32
  /// 0 where it is not known.
  let processIdentifier: Int32

  /// Takes the bytes of a file; `nil` if nothing was ever written.
  init?(_ bytes: [UInt8]) throws(FileDamage) {
    var newest: (run: UInt32, process: Int32)?
    var damage: FileDamage?
    for number in 0..<Self.lineCount where number == 0 || damage != nil {
      do throws(FileDamage) {
        guard let line = try Self.lines.read(number, of: bytes), let run = line.run else {
          continue
        }
        if run > newest?.run ?? 0 { newest = (run, line.number("pid") ?? 0) }
      } catch {
        damage = damage ?? error
      }
    }
    guard let newest else {
      if let damage { throw damage }
      return nil
    }
    (self.bytes, run, processIdentifier) = (bytes, newest.run, newest.process)
  }

  /// The recording of the last run, as far as it can be read.
  var recording: FlightRecording {
    var problem: FlightRecordingError?
    var (startDate, end) = (Date(timeIntervalSince1970: 0), Duration.zero)
    var lines: [FlightLine] = []
    for number in 0..<Self.lineCount {
      do throws(FileDamage) {
        guard let line = try Self.lines.read(number, of: bytes), line.run == run else { continue }
        if number == 0 {
          startDate = Date(microseconds: line.number("start") ?? 0)
        } else if number == 1 {
          end = line.time("alive") ?? .zero
        } else if let decoded = FlightLine(line) {
          lines.append(decoded)
        } else {
          throw .wrongFormat
        }
      } catch {
        problem = problem ?? FlightRecordingError(line: number + 1, reason: error.sentence)
      }
    }
    lines.sort { $0.sequence < $1.sequence }
    var events: [Int: FlightRecording.RecordedEvent] = [:]
    var open: [Int] = []
    for line in lines {
      let number = line.event.number
      if events[number] == nil { open.append(number) }
      var event = events[number] ?? line.event
      event.last(until: line.time)
      if let listener = line.listener {
        event.calls.append(.init(listener: listener, start: line.time, duration: .zero))
      } else {
        open.removeAll { $0 == number }
      }
      events[number] = event
      end = max(end, line.time)
    }
    for number in open { events[number]?.last(until: end) }
    let sorted = events.values.sorted { $0.number < $1.number }
    return FlightRecording(
      events: sorted, end: end, startDate: startDate, processIdentifier: processIdentifier,
      droppedCount: (sorted.first?.number ?? 1) - 1,
      interruptedCall: open.last.flatMap { events[$0]?.calls.last }, problem: problem)
  }
}

extension FlightRecording.RecordedEvent {
  /// Each line ends the call before it.
  fileprivate mutating func last(until time: Duration) {
    duration = max(time - start, .zero)
    if let last = calls.indices.last { calls[last].duration = max(time - calls[last].start, .zero) }
  }
}

private struct FlightLine {
  let sequence: Int
  let time: Duration
  let event: FlightRecording.RecordedEvent
  let listener: String?

  init?(_ line: CheckedLine) {
    listener = line["ended"] == nil ? line.text("listener") : nil
    guard let sequence: Int = line.number("n"), let time = line.time("at"),
      let number: Int = line.number("number"), (1...1_000_000_000_000).contains(number),
      let event = line["event"].flatMap(AppLifecycleEvent.init(rawValue:)),
      let from = line["from"].flatMap(AppLifecycleState.init(rawValue:)),
      let to = line["to"].flatMap(AppLifecycleState.init(rawValue:)),
      let origin = AppLifecycleContext.Origin(rawValue: line["origin"] ?? "posted"),
      let start = line.time("began"), let allowance = line.time("allowed"), start <= time,
      listener != nil || line["ended"] != nil
    else { return nil }
    self.event = FlightRecording.RecordedEvent(
      number: number, event: event, origin: origin, wasPostedByListener: line["inside"] == "1",
      previousState: from, state: to, start: start, duration: .zero, allowance: allowance)
    (self.sequence, self.time) = (sequence, time)
  }
}

extension CheckedLine {
  fileprivate var run: UInt32? { number("run") }

  /// Negative times and centuries are out of range.
  fileprivate func time(_ key: String) -> Duration? {
    number(key).flatMap { (time: Int64) in
      0..<9_000_000_000_000_000 ~= time ? .microseconds(time) : nil
    }
  }
}
