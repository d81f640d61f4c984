import Foundation
import LifecycleBus

/// The file in which a run is recorded, open and locked.
final class RunFile: Sendable {
  private let file: DurableFile
  private let lock: FileLock
  private let opened: OpenedFile
  /// The process that records, which is another one after `daemon(3)`.
  private let process = Locked(getpid())

  private static let largestSize = 8_192

  /// Those of this process, which marks them if it exits.
  private static let all: Locked<[RunFile]> = {
    atexit {
      for file in RunFile.all.withLock({ $0 }) { file.markExited() }
    }
    return Locked([])
  }()

  /// `nil` if another copy of the program has it. What is in it stays there until the first write.
  init?(_ file: DurableFile) throws(ListenerFileError) {
    self.file = file
    lock = FileLock(beside: file)
    do throws(SystemCallError) {
      // A killed program is still ending for a moment.
      var attempts = 10
      while try !lock.take() {
        attempts -= 1
        if attempts == 0 { return nil }
        usleep(5_000)
      }
      try checkSizeLimit(Self.largestSize)
      opened = try OpenedFile(try file.resolved().create(O_RDWR))
    } catch {
      throw file.writeError(error)
    }
    Self.all.withLock { $0.append(self) }
  }

  /// Leaves the file as a process that is killed leaves it; for tests.
  func leave() { Self.all.withLock { $0.removeAll { $0 === self } } }

  deinit { opened.end() }

  /// Asked before each event. False if this process has just taken the file over: a forked one does,
  /// once its parent has gone.
  func isOwn() throws(ListenerFileError) -> Bool {
    // A program may lower its limit later.
    do { try checkSizeLimit(Self.largestSize) } catch { throw file.writeError(error) }
    let own = getpid()
    if process.withLock({ $0 == own }) { return true }
    guard (try? lock.take()) == true else { throw file.inUse }
    process.withLock { $0 = own }
    return false
  }

  func begin(_ contents: [UInt8]) throws(ListenerFileError) {
    try write(contents)
    ftruncate(opened.number, off_t(contents.count))
  }

  func write(_ line: [UInt8], at offset: Int = 0) throws(ListenerFileError) {
    guard opened.isOpen else {
      throw file.error(
        .unwritable, "Other code has closed the descriptor. The run is not recorded any more.")
    }
    do {
      // A short line is written as a whole or not at all.
      try systemCall { unsafe pwrite(opened.number, line, line.count, off_t(offset)) }
    } catch {
      throw file.writeError(error)
    }
  }

  private func markExited() {
    let isOwn = process.withLock { $0 == getpid() }
    // A program may have lowered its limit.
    guard isOwn, (try? checkSizeLimit(Self.largestSize)) != nil else { return }
    try? write(RunFormat.ended)
  }
}

/// The file of a record: three lines of JSON, of which the first two have a fixed length, so that
/// each can be written alone.
///
/// ```
/// {"call":{"listener":"ImageCache","event":"didBecomeActive","date":816000000.1}}     (256 bytes)
/// {"hasLaunched":true,"isInFront":true,"date":816000000.1,"events":["didBecomeActive"]}    (1 KiB)
/// {"process":"4711 81600","boot":"...",...}
/// ```
enum RunFormat {
  static let (callLength, progressLength) = (256, 1_024)
  static let factsOffset = callLength + progressLength

  private struct First: Decodable {
    var call: PreviousRun.Call?
    var hasEnded: Bool?
  }

  private static let blanks = Array(repeating: UInt8(ascii: " "), count: progressLength)
  static let ended = padded(Array("{\"hasEnded\":true}".utf8), to: callLength)
  static let idle = padded(Array("{}".utf8), to: callLength)

  private static func padded(_ line: [UInt8], to length: Int) -> [UInt8] {
    var line = line
    line += blanks[..<(length - 1 - line.count)]
    line.append(UInt8(ascii: "\n"))
    return line
  }

  // By hand, because a line is written for each event and each call of a listener.

  static func line(_ call: PreviousRun.Call) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(callLength)
    line += "{\"call\":{\"listener\":\"".utf8
    for byte in call.listener.utf8 {
      let isPlain = byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      line.append(isPlain ? byte : UInt8(ascii: "_"))
    }
    line += "\",\"event\":\"".utf8
    line += call.event.rawValue.utf8
    line += "\",\"date\":".utf8
    line += number(call.date).description.utf8
    line += "}}".utf8
    return padded(line, to: callLength)
  }

  static func line(_ progress: RunRecord.Progress) -> [UInt8] {
    let events = progress.events.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    let line =
      "{\"hasLaunched\":\(progress.hasLaunched),\"isInFront\":\(progress.isInFront),"
      + "\"date\":\(number(progress.date)),\"events\":[\(events)]}"
    return padded(Array(line.utf8), to: progressLength)
  }

  private static func number(_ date: Date) -> Double { date.timeIntervalSinceReferenceDate }

  static func line(_ facts: RunRecord.Facts) -> [UInt8] {
    // Texts, numbers and a flag: there is nothing that cannot be encoded.
    let json = (try? JSONEncoder().encode(facts)) ?? Data()
    return Array(json) + [UInt8(ascii: "\n")]
  }

  static func whole(_ record: RunRecord) -> [UInt8] {
    idle + line(record.progress) + line(record.facts)
  }

  /// `nil` if the bytes are no record. What a longer line has left behind the last one is ignored.
  static func record(_ data: Data) -> RunRecord? {
    func read<Value: Decodable>(_ type: Value.Type, _ line: Data) -> Value? {
      try? JSONDecoder().decode(type, from: line)
    }
    let (rest, end) = (data.dropFirst(callLength), UInt8(ascii: "\n"))
    guard let first = read(First.self, data.prefix(callLength)),
      let progress = read(RunRecord.Progress.self, rest.prefix(progressLength)),
      let facts = read(RunRecord.Facts.self, rest.dropFirst(progressLength).prefix { $0 != end })
    else { return nil }
    return RunRecord(
      call: first.call, hasEnded: first.hasEnded ?? false, progress: progress, facts: facts)
  }
}
