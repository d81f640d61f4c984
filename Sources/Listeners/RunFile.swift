import Foundation
import LifecycleBus

/// The file in which a run is recorded, open and locked: two lines of JSON, of which the first has a
/// fixed length, so that it can be written alone.
///
/// ```
/// {"call":{"listener":"ImageCache","event":"didBecomeActive"}}                        (256 bytes)
/// {"facts":{"process":"4711 81600",...},"events":["didBecomeActive"],"date":816000000.1,...}
/// ```
final class RunFile: Sendable {
  private let file: DurableFile
  private let lock: FileLock
  private let opened: OpenedFile
  private let process = getpid()
  private static let largestSize = 8_192

  /// Those of this process, which marks them if it exits.
  private static let all: Locked<[RunFile]> = {
    atexit {
      for file in RunFile.all.withLock({ $0 }) where (try? file.check()) != nil {
        try? file.write(RunFormat.ended)
      }
    }
    return Locked([])
  }()

  /// `nil` if another copy of the program has it. What is in it stays there until the first write.
  init?(_ file: DurableFile) throws(ListenerFileError) {
    let lock = FileLock(beside: file)
    let opened = try file.perform { file throws(SystemCallError) -> OpenedFile? in
      try checkSize(Self.largestSize)
      // A killed program is still ending for a moment.
      for _ in 0..<10 {
        if try lock.take() { return OpenedFile(try file.create(O_RDWR)) }
        usleep(5_000)
      }
      return nil
    }
    guard let opened else { return nil }
    (self.file, self.lock, self.opened) = (file, lock, opened)
    Self.all.withLock { $0.append(self) }
  }

  /// Leaves the file as a process that is killed leaves it; for tests.
  func leave() { Self.all.withLock { $0.removeAll { $0 === self } } }

  deinit { opened.end() }

  /// Asked before each event, because a program may fork, or lower its limit.
  func check() throws(ListenerFileError) {
    guard getpid() == process else {
      throw file.error(.inUse, "It is its parent's record. Make the detector after the fork.")
    }
    do { try checkSize(Self.largestSize) } catch { throw file.error(.unwritable, error) }
  }

  func write(_ line: [UInt8], at offset: Int = 0) throws(ListenerFileError) {
    guard opened.isOpen else {
      throw file.error(
        .unwritable, "Other code has closed the descriptor. The run is not recorded any more.")
    }
    // A short line is written as a whole or not at all.
    if unsafe pwrite(opened.number, line, line.count, off_t(offset)) != line.count {
      throw file.error(.unwritable, SystemCallError(number: errno))
    }
  }
}

enum RunFormat {
  static let callLength = 256

  private struct First: Decodable {
    var call: PreviousRun.Call?
    var hasEnded: Bool?
  }

  static let ended = first("{\"hasEnded\":true}")
  static let idle = first("{}")

  // By hand, because a line is written for each event and each call of a listener.

  private static func first(_ text: String) -> [UInt8] {
    let blanks = repeatElement(UInt8(ascii: " "), count: callLength - 1 - text.utf8.count)
    return Array(text.utf8) + blanks + [UInt8(ascii: "\n")]
  }

  static func line(_ call: PreviousRun.Call) -> [UInt8] {
    let isPlain = { (byte: UInt8) in byte >= 0x20 && byte != 0x22 && byte != 0x5C }
    let name = String(decoding: call.listener.utf8.map { isPlain($0) ? $0 : 0x5F }, as: UTF8.self)
    return first("{\"call\":{\"listener\":\"\(name)\",\"event\":\"\(call.event.rawValue)\"}}")
  }

  static func text(_ facts: RunFacts) -> String {
    // Texts and a flag: there is nothing that cannot be encoded.
    String(decoding: (try? JSONEncoder().encode(facts)) ?? Data(), as: UTF8.self)
  }

  static func line(_ record: RunRecord, _ facts: String) -> [UInt8] {
    let events = record.events.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    let line =
      "{\"facts\":\(facts),\"events\":[\(events)],"
      + "\"date\":\(record.date.timeIntervalSinceReferenceDate),"
      + "\"hasLaunched\":\(record.hasLaunched),\"isInFront\":\(record.isInFront),"
      + "\"hasBeenInFront\":\(record.hasBeenInFront)}\n"
    return Array(line.utf8)
  }

  /// `nil` if the bytes are no record. What a longer line has left behind the last one is ignored.
  static func record(_ data: Data) -> RunRecord? {
    let second = data.dropFirst(callLength).prefix { $0 != UInt8(ascii: "\n") }
    guard let first = try? JSONDecoder().decode(First.self, from: data.prefix(callLength)),
      var record = try? JSONDecoder().decode(RunRecord.self, from: second)
    else { return nil }
    (record.call, record.hasEnded) = (first.call, first.hasEnded)
    return record
  }
}
