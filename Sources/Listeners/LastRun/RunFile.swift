import Foundation
import LifecycleBus

/// The file in which a run is recorded, open and locked: two lines of JSON, of which the first has a
/// fixed length, so that it can be written alone.
///
/// ```
/// {"listener":"ImageCache","event":"didBecomeActive"}                                 (256 bytes)
/// {"appVersion":"2.1 417","process":"4711 81600","events":["didBecomeActive"],...}
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
      for file in RunFile.all.withLock({ $0 }) {
        file.end()
      }
    }
    return Locked([])
  }()

  /// `nil` if another copy of the program has it. What is in it stays there until the first write.
  init?(_ file: DurableFile) throws(ListenerFileError) {
    let lock = FileLock(beside: file)
    let opened = try file.perform { file throws(SystemCallError) -> OpenedFile? in
      try checkSize(Self.largestSize)
      let isOurs = try Self.take(lock)
      guard isOurs else { return nil }
      return OpenedFile(try file.open(O_RDWR))
    }
    guard let opened else { return nil }

    self.file = file
    self.lock = lock
    self.opened = opened
    Self.all.withLock { $0.append(self) }
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

  deinit { opened.end() }

  /// Leaves the file as a process that is killed leaves it; for tests.
  func leave() {
    Self.all.withLock { files in
      files.removeAll { $0 === self }
    }
  }

  /// Notes that the program has called `exit`. A forked child that calls it says nothing about its
  /// parent's run.
  private func end() {
    do throws(ListenerFileError) {
      try check()
      try write(RunFormat.ended)
    } catch {
      // Nobody is left who could be told.
    }
  }

  /// Asked before each event, because a program may fork, or lower its limit.
  func check() throws(ListenerFileError) {
    guard getpid() == process else {
      throw file.error(.inUse, "It is its parent's record. Make the detector after the fork.")
    }
    do {
      try checkSize(Self.largestSize)
    } catch {
      throw file.error(.unwritable, error)
    }
  }

  func write(_ line: [UInt8], at offset: Int = 0) throws(ListenerFileError) {
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
