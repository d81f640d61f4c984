import Foundation
import LifecycleBus

/// The files that the flight recorders of this process share, one for each path.
final class FlightFiles: Sendable {
  private let files = Locked<[(path: String, file: FlightFile)]>([])

  static let ofThisProcess: FlightFiles = {
    // A lock belongs to the open file, which a child without a program of its own shares.
    pthread_atfork(nil, nil) { FlightFiles.ofThisProcess.abandon() }
    return FlightFiles()
  }()

  /// The file of a path; begins it if this process has none there.
  func file(
    _ file: DurableFile, startDate: Date, stopwatch: Stopwatch
  ) throws(ListenerFileError) -> FlightFile {
    try files.withLock { files throws(ListenerFileError) in
      if let (_, found) = files.first(where: { $0.path == file.path }) { return found }
      let claim = try RunRecordSlots(
        file: file, maximumSize: 2 * FlightContents.length, decode: FlightContents.init,
        process: { $0.processIdentifier }
      ).claim()
      let new = try FlightFile(claim, startDate: startDate, stopwatch: stopwatch)
      files.append((file.path, new))
      return new
    }
  }

  /// Closes the files in a child that was forked. Waits for no lock: its owner may be a thread that
  /// the child does not have.
  private func abandon() {
    files.withLockIfAvailable { files in
      for (_, file) in files { file.abandon() }
    }
  }
}

/// The file of a process's flight recorders: one line for each call, written before it, and one for
/// the end of each event.
///
/// Safe from any thread: the main actor writes, and a timer notes that a long call goes on.
final class FlightFile: Sendable {
  private let open: OpenFile
  private let current: Locked<Current>
  private let stopwatch: Stopwatch
  private let processIdentifier = getpid()
  private let previous: Locked<(contents: [FlightContents], recording: FlightRecording?)>
  /// What was wrong with the file of the run before.
  private let foundProblem: ListenerFileError?

  private struct Current {
    let run: String
    var sequence = 0
    /// The beginnings of the lines of the events being delivered, outermost first.
    var events: [(number: Int, line: [UInt8], check: CRC64)] = []
    var count = 0
    var isWatched = false
    var problem: ListenerFileError?
  }

  /// Begins the file of a run. A new one gets its full length at once.
  init(
    _ claim: RunRecordSlots<FlightContents>.Claim, startDate: Date, stopwatch: Stopwatch
  ) throws(ListenerFileError) {
    let run = (claim.newest?.run ?? 0) &+ 1
    var bytes = FlightContents.line(
      "run=\(run) pid=\(getpid()) start=\(startDate.microseconds)")
    if claim.newest?.bytes.count != FlightContents.length {
      let blank = Array(repeating: UInt8(ascii: " "), count: FlightContents.lineLength - 1) + [10]
      for _ in 1..<FlightContents.lineCount { bytes += blank }
    }
    do {
      try claim.open.descriptor.write(bytes)
    } catch {
      // Half a file would take the last blocks of a full disk.
      if claim.newest == nil { try? claim.open.descriptor.truncate() }
      throw claim.open.file.writeError(error)
    }
    open = claim.open
    current = Locked(Current(run: "run=\(run) "))
    self.stopwatch = stopwatch
    let ended = claim.ended.compactMap { try? $0.get() }
    foundProblem =
      claim.ended.lazy.compactMap { ended in
        if case .failure(let problem) = ended { problem } else { nil }
      }.first
    previous = Locked((ended, nil))
    claim.release()
  }

  var problem: ListenerFileError? { foundProblem ?? current.withLock { $0.problem } }

  /// Decoded at the first call.
  var previousRecording: FlightRecording? {
    previous.withLock { previous in
      let found = previous.contents.map(\.recording)
      previous.contents = []
      previous.recording =
        previous.recording
        ?? found.max {
          ($0.interruptedCall != nil ? 1 : 0, $0.startDate)
            < ($1.interruptedCall != nil ? 1 : 0, $1.startDate)
        }
      return previous.recording
    }
  }

  /// Prepares the lines of an event. Writes nothing.
  func begin(_ event: FlightRecording.RecordedEvent, at now: Duration) {
    current.withLock { current in
      current.count += 1
      var text = CheckedLine.beginning(FlightContents.name) + current.run
      text += "number=\(current.count) event=\(event.event.rawValue) from="
      text += event.previousState.rawValue
      text += " to="
      text += event.state.rawValue
      if event.origin != .posted { text += " origin=\(event.origin.rawValue)" }
      if event.wasPostedByListener { text += " inside=1" }
      text += " began=\(now.wholeMicroseconds) allowed=\(event.allowance.wholeMicroseconds)"
      let line = Array(text.utf8)
      current.events.append((current.count, line, CRC64(line)))
    }
  }

  /// Notes the listener that is about to be called.
  func willCall(_ listener: String, at now: Duration) {
    let isNew = current.withLock { current in
      write(" listener=", listener, at: now, &current)
      defer { current.isWatched = true }
      return !current.isWatched
    }
    if isNew { watch() }
  }

  /// Ends the event that began last.
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
    var rest = Array(" n=".utf8)
    rest += String(current.sequence).utf8
    rest += " at=".utf8
    rest += String(now.wholeMicroseconds).utf8
    rest += key.utf8
    let room = FlightContents.lineLength - FlightContents.sealLength - event.line.count
    FlightContents.append(listener, to: &rest, upTo: room)
    var check = event.check
    check.add(rest)
    let place = 2 + (current.sequence - 1) % (FlightContents.lineCount - 2)
    write(FlightContents.sealed(event.line + rest, check), at: place, &current)
  }

  /// Does nothing in a child that was forked.
  private func write(_ line: [UInt8], at place: Int, _ current: inout Current) {
    guard processIdentifier == getpid() else { return }
    do {
      try open.descriptor.write(line, at: place * FlightContents.lineLength)
    } catch {
      current.problem = current.problem ?? open.file.writeError(error)
    }
  }

  /// Notes the time of a call that takes long, again and again until no event is delivered.
  private func watch() {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(500)) {
      [weak self] in self?.noteTime()
    }
  }

  func noteTime() {
    let isLong = current.withLock { current in
      current.isWatched = !current.events.isEmpty
      if current.isWatched {
        let time = stopwatch.elapsed.wholeMicroseconds
        write(FlightContents.line("\(current.run)alive=\(time)"), at: 1, &current)
      }
      return current.isWatched
    }
    if isLong { watch() }
  }

  /// The time of the file, by the clock of the recorder that began it.
  var elapsed: Duration { stopwatch.elapsed }

  func abandon() { open.descriptor.closeInChild() }
}

extension Duration {
  var wholeMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
  }
}

/// What a flight recorder's file holds: lines of equal length, each with a checksum. The first names
/// the run, the second the time until which a long call went on; the others are a ring.
///
/// ```
/// LifecycleBus-flight 1 run=7 number=12 event=willTerminate ... listener=SearchIndex check=...
/// ```
///
/// The lines of the run before stay until they are overwritten; its number is lower. A pure value.
struct FlightContents: Sendable {
  static let name = "LifecycleBus-flight"
  static let lineLength = 256
  static let lineCount = 512
  static let length = lineLength * lineCount
  /// " check=", 16 digits, and the line end.
  static let sealLength = 24

  let bytes: [UInt8]
  /// The number of the last run.
  let run: UInt32
  /// Its process; 0 where that is not known.
  let processIdentifier: Int32

  /// Takes the bytes of a file; `nil` if nothing was ever written. Looks at the lines of calls only
  /// if the first one is damaged.
  init?(_ bytes: [UInt8]) throws(FileDamage) {
    self.bytes = bytes
    if let first = try? Self.decode(bytes.prefix(Self.lineLength)), let run = first.run {
      (self.run, processIdentifier) = (run, first["pid"].flatMap { Int32($0) } ?? 0)
      return
    }
    var (last, damage): (UInt32?, FileDamage?) = (nil, nil)
    for number in 0..<Self.lineCount {
      do {
        let run = try Self.decode(Self.line(number, of: bytes))?.run
        last = [last, run].compactMap(\.self).max()
      } catch {
        damage = damage ?? error
      }
    }
    guard let last else {
      if let damage { throw damage }
      return nil
    }
    (run, processIdentifier) = (last, 0)
  }

  private static func line(_ number: Int, of bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.dropFirst(number * lineLength).prefix(lineLength)
  }

  /// A line, its checksum compared; `nil` if it was not written.
  private static func decode(_ bytes: ArraySlice<UInt8>) throws(FileDamage) -> CheckedLine? {
    guard let end = bytes.lastIndex(where: { $0 != UInt8(ascii: " ") && $0 != 10 }) else {
      return nil
    }
    let line = try CheckedLine(bytes[...end], named: name)
    try line.verify()
    return line
  }

  // MARK: Writing

  /// A whole line with these fields.
  static func line(_ fields: String) -> [UInt8] {
    let line = Array((CheckedLine.beginning(name) + fields).utf8)
    return sealed(line, CRC64(line))
  }

  /// Adds the checksum, and spaces up to the line end.
  static func sealed(_ line: [UInt8], _ check: CRC64) -> [UInt8] {
    var line = line
    line.reserveCapacity(lineLength)
    line += " check=".utf8
    line += check.digits.utf8
    line += repeatElement(UInt8(ascii: " "), count: lineLength - 1 - line.count)
    line.append(10)
    return line
  }

  /// Adds a name, with what would end the field percent-encoded, and as much of it as there is room
  /// for.
  static func append(_ listener: String, to line: inout [UInt8], upTo room: Int) {
    let plain = listener.utf8
    if plain.count <= room - line.count, plain.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "%") })
    {
      line += plain
      return
    }
    let digits = Array("0123456789abcdef".utf8)
    for scalar in listener.unicodeScalars {
      let bytes =
        scalar.value <= 0x20 || scalar == "%"
        ? [UInt8(ascii: "%"), digits[Int(scalar.value >> 4)], digits[Int(scalar.value & 15)]]
        : Array(UTF8.encode(scalar) ?? .init())
      guard line.count + bytes.count <= room else { return }
      line += bytes
    }
  }

  // MARK: Reading

  /// The recording of the last run, as far as its lines can be read.
  var recording: FlightRecording {
    var problem: FlightRecordingError?
    var (startDate, end) = (Date(timeIntervalSince1970: 0), Duration.zero)
    var lines: [FlightLine] = []
    for number in 0..<Self.lineCount {
      do throws(FileDamage) {
        guard let line = try Self.decode(Self.line(number, of: bytes)), line.run == run else {
          continue
        }
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

/// One call or one end of an event, from a line.
private struct FlightLine {
  let sequence: Int64
  let time: Duration
  let event: FlightRecording.RecordedEvent
  /// `nil` for the end of the event.
  let listener: String?

  init?(_ line: CheckedLine) {
    guard let sequence = line.number("n"), let time = line.time("at"),
      let number = line.number("number"), (1...1_000_000_000_000).contains(number),
      let event = line["event"].flatMap(AppLifecycleEvent.init(rawValue:)),
      let from = line["from"].flatMap(AppLifecycleState.init(rawValue:)),
      let to = line["to"].flatMap(AppLifecycleState.init(rawValue:)),
      let origin = AppLifecycleContext.Origin(rawValue: line["origin"] ?? "posted"),
      let start = line.time("began"), let allowance = line.time("allowed"), start <= time,
      let listener = line["ended"] == nil ? line["listener"] : ""
    else { return nil }
    self.event = FlightRecording.RecordedEvent(
      number: Int(number), event: event, origin: origin,
      wasPostedByListener: line["inside"] == "1", previousState: from, state: to, start: start,
      duration: .zero, allowance: allowance)
    self.listener = line["ended"] == nil ? listener.removingPercentEncoding ?? listener : nil
    (self.sequence, self.time) = (sequence, time)
  }
}

extension CheckedLine {
  fileprivate var run: UInt32? { self["run"].flatMap { UInt32($0) } }

  fileprivate func number(_ key: String) -> Int64? { self[key].flatMap { Int64($0) } }

  /// Negative times and centuries are out of range.
  fileprivate func time(_ key: String) -> Duration? {
    number(key).flatMap { 0..<9_000_000_000_000_000 ~= $0 ? .microseconds($0) : nil }
  }
}
