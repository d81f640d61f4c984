import Foundation
import LifecycleBus

/// The flight files of a process, one for each path.
typealias FlightFiles = SharedByPath<FlightFile>

/// The file of a process's flight recorders.
///
/// Safe from any thread, because a timer notes that a long call goes on.
final class FlightFile: Sendable {
  static let ofThisProcess = FlightFiles()

  private let open: OpenFile
  private let current: Locked<Current>
  private let stopwatch: Stopwatch
  private let ended: [FlightContents]
  private let foundProblem: ListenerFileError?

  private struct Current {
    let beginning: [UInt8]
    var sequence = 0
    /// The beginnings of the lines of the present events, outermost first.
    var events: [(line: [UInt8], check: CRC64)] = []
    var count = 0
    var isWatched = false
    var problem: ListenerFileError?
  }

  /// Begins the file of a run. A new one gets its full length at once.
  init(_ file: FormerFile, startDate: Date, stopwatch: Stopwatch) throws(ListenerFileError) {
    let claim = try RunRecordSlots(
      file: file, maximumSize: 2 * FlightContents.length, decode: FlightContents.init,
      process: { $0.processIdentifier }
    ).claim()
    let run = (claim.newest?.run ?? 0) &+ 1
    var bytes = FlightContents.lines.line(
      "run=\(run) pid=\(getpid()) start=\(startDate.microseconds)")
    if claim.newest?.bytes.count != FlightContents.length {
      for _ in 1..<FlightContents.lineCount { bytes += FlightContents.lines.blank }
    }
    do {
      try claim.open.write(bytes)
    } catch {
      // Half a file would take the last blocks of a full disk.
      if claim.newest == nil { claim.open.remove() }
      throw error
    }
    self.open = claim.open
    let beginning = CheckedLine.beginning(FlightContents.lines.name) + "run=\(run) "
    current = Locked(Current(beginning: Array(beginning.utf8)))
    self.stopwatch = stopwatch
    ended = claim.ended.compactMap { try? $0.get() }
    foundProblem =
      claim.ended.lazy.compactMap { ended in
        if case .failure(let problem) = ended { problem } else { nil }
      }.first
    claim.release()
  }

  var problem: ListenerFileError? { foundProblem ?? current.withLock { $0.problem } }

  /// What the run before has recorded; of several, one that was interrupted, or the latest.
  var previousRecording: FlightRecording? {
    ended.map(\.recording).max {
      ($0.interruptedCall != nil ? 1 : 0, $0.startDate)
        < ($1.interruptedCall != nil ? 1 : 0, $1.startDate)
    }
  }

  /// Prepares the lines of an event. Writes nothing.
  func begin(_ event: FlightRecording.RecordedEvent, at now: Duration) {
    current.withLock { current in
      current.count += 1
      // Bytes that grow in place: interpolations take five times as long, and each event waits.
      var line: [UInt8] = []
      line.reserveCapacity(FlightContents.lines.length)
      line += current.beginning
      line.add("number=", Int64(current.count))
      line.add(" event=", event.event.rawValue)
      line.add(" from=", event.previousState.rawValue)
      line.add(" to=", event.state.rawValue)
      if event.origin != .posted { line.add(" origin=", event.origin.rawValue) }
      if event.wasPostedByListener { line.add(" inside=", 1) }
      line.add(" began=", now.wholeMicroseconds)
      line.add(" allowed=", event.allowance.wholeMicroseconds)
      current.events.append((line, CRC64(line)))
    }
  }

  func willCall(_ listener: String, at now: Duration) {
    let isNew = current.withLock { current in
      write(" listener=", listener, at: now, &current)
      defer { current.isWatched = true }
      return !current.isWatched
    }
    if isNew { watch() }
  }

  func end(at now: Duration) {
    current.withLock { current in
      write(" ended=1", "", at: now, &current)
      _ = current.events.popLast()
    }
  }

  private func write(
    _ key: String, _ listener: String, at now: Duration, _ current: inout Current
  ) {
    guard let event = current.events.last else { return }
    current.sequence += 1
    let lines = FlightContents.lines
    var line: [UInt8] = []
    line.reserveCapacity(lines.length)
    line += event.line
    line.add(" n=", Int64(current.sequence))
    line.add(" at=", now.wholeMicroseconds)
    line += key.utf8
    let room = lines.length - PaddedLines.sealLength - line.count
    line += CheckedLine.escaped(listener, upTo: room)
    var check = event.check
    check.add(line[event.line.count...])
    lines.complete(&line, check)
    write(line, at: 2 + (current.sequence - 1) % (FlightContents.lineCount - 2), &current)
  }

  private func write(_ line: [UInt8], at place: Int, _ current: inout Current) {
    do {
      try open.write(line, at: place * FlightContents.lines.length)
    } catch {
      current.problem = current.problem ?? error
    }
  }

  /// Notes the time of a long call, again and again until no event is delivered.
  private func watch() {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(500)) {
      [weak self] in self?.noteTime()
    }
  }

  func noteTime() {
    let isLong = current.withLock { current in
      current.isWatched = !current.events.isEmpty
      if current.isWatched {
        var line = current.beginning
        line.add("alive=", stopwatch.elapsed.wholeMicroseconds)
        FlightContents.lines.complete(&line, CRC64(line))
        write(line, at: 1, &current)
      }
      return current.isWatched
    }
    if isLong { watch() }
  }

  /// The time, by the clock of the recorder that began the file.
  var elapsed: Duration { stopwatch.elapsed }
}

extension Duration {
  var wholeMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
  }
}

extension [UInt8] {
  fileprivate mutating func add(_ key: String, _ value: String) {
    self += key.utf8
    self += value.utf8
  }

  fileprivate mutating func add(_ key: String, _ value: Int64) { add(key, String(value)) }
}
