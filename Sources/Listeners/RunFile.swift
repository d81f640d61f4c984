import Foundation
import LifecycleBus

/// The file in which a run is recorded: open, and locked against other copies of the program.
final class RunFile: Sendable {
  private let file: DurableFile
  private let lock: FileLock
  private let opened: OpenedFile
  /// The process that records, which is another one after `daemon(3)`.
  private let process = Locked(getpid())

  /// A record is smaller, so it is never too large for the process's limit.
  private static let largestSize = 8_192

  /// Those of this process, kept and locked to its end: it marks them if it exits, also without the
  /// detector.
  private static let all: Locked<[RunFile]> = {
    atexit {
      for file in RunFile.all.withLock({ $0 }) { file.markExited() }
    }
    return Locked([])
  }()

  /// Makes the file this run's. `nil` if another copy of the program has it. What is in it stays
  /// there until the first write.
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

  /// Whether this process records. One that was forked takes the file over once its parent has gone.
  func isOwn() throws(ListenerFileError) -> Bool {
    let own = getpid()
    if process.withLock({ $0 == own }) { return true }
    guard (try? lock.take()) == true else { throw file.inUse }
    process.withLock { $0 = own }
    return false
  }

  func write(_ line: [UInt8], at offset: Int = 0, isLast: Bool = false) throws(ListenerFileError) {
    guard opened.isOpen else {
      throw file.error(
        .unwritable, "Other code has closed the descriptor. The run is not recorded any more.")
    }
    do {
      try checkSizeLimit(Self.largestSize)
      // A short line is written as a whole or not at all.
      try systemCall { unsafe pwrite(opened.number, line, line.count, off_t(offset)) }
      if isLast { try systemCall { ftruncate(opened.number, off_t(offset + line.count)) } }
    } catch {
      throw file.writeError(error)
    }
  }

  private func markExited() {
    if process.withLock({ $0 == getpid() }) { try? write(RunFormat.ended) }
  }
}
