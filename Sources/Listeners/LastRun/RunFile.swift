import Foundation
import LifecycleBus

/// The file in which a run is recorded, open and locked: two lines of JSON. The first has a fixed
/// length, so that it can be written alone.
///
/// ```
/// {"listener":"ImageCache","event":"didBecomeActive"}                                 (256 bytes)
/// {"events":"didFinishLaunching didBecomeActive","appVersion":"2.1 417","isInFront":"yes",...}
/// ```
final class RunFile: Sendable {
  private let record: OpenRecord
  private let lock: FileLock

  /// Of this process. Its `exit` marks them as ended.
  private static let all: Locked<[OpenRecord]> = {
    atexit {
      for record in RunFile.all.withLock({ $0 }) {
        record.end()
      }
    }
    return Locked([])
  }()

  /// `nil` if another copy of the program has it. Its contents stay until the first write.
  init?(_ file: DurableFile) throws(ListenerFileError) {
    let lock = FileLock(beside: file)
    let opened = try file.perform { file throws(SystemCallError) -> OpenedFile? in
      try checkSize(RunFormat.largestSize)
      let isOurs = try Self.take(lock)
      guard isOurs else { return nil }
      return OpenedFile(try file.open(O_RDWR))
    }
    guard let opened else { return nil }

    self.lock = lock
    record = OpenRecord(file: file, opened: opened)
    Self.all.withLock { $0.append(record) }
  }

  /// Tries for 50 ms, because a killed program is still ending for a moment.
  private static func take(_ lock: FileLock) throws(SystemCallError) -> Bool {
    for _ in 0..<10 {
      let isOurs = try lock.take()
      if isOurs { return true }
      usleep(5_000)
    }
    return false
  }

  /// A run that isn't watched to its end counts as ended in order.
  deinit {
    if leave() {
      record.end()
    }
    record.opened.end()
  }

  /// Leaves the file as a killed process does. False if that was done before.
  @discardableResult
  func leave() -> Bool {
    Self.all.withLock { all in
      guard let place = all.firstIndex(where: { $0.opened == record.opened }) else { return false }
      all.remove(at: place)
      return true
    }
  }

  func check() throws(ListenerFileError) { try record.check() }

  func write(_ line: [UInt8], at offset: Int) throws(ListenerFileError) {
    try record.write(line, at: offset)
  }
}

private struct OpenRecord: Sendable {
  let file: DurableFile
  let opened: OpenedFile
  private let process = getpid()

  /// A forked child says nothing about its parent's run.
  func end() {
    let isOurs = (try? check()) != nil
    if isOurs {
      try? write(RunFormat.ended, at: 0)
    }
  }

  /// Asked before each event, because a program may fork, or lower its limit.
  func check() throws(ListenerFileError) {
    guard getpid() == process else {
      throw file.error(.inUse, "It is its parent's record. Make the detector after the fork.")
    }
    do {
      try checkSize(RunFormat.largestSize)
    } catch {
      throw file.error(.unwritable, error)
    }
  }

  func write(_ line: [UInt8], at offset: Int) throws(ListenerFileError) {
    guard opened.isOpen else {
      throw file.error(
        .unwritable, "Other code has closed the descriptor. The run is not recorded any more.")
    }

    // A short line is written as a whole or not at all.
    let count = unsafe pwrite(opened.number, line, line.count, off_t(offset))
    if count != line.count {
      throw file.error(.unwritable, SystemCallError(number: errno))
    }
  }
}
