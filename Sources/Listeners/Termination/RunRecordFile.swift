import Foundation

/// The record of this process's run, and its file.
///
/// A write is one system call into one half of the file; the other half keeps the record before it,
/// so that a process that is killed at any moment leaves a whole record. A write outlives the
/// process and is not forced to the disk.
final class RunRecordFile: @unchecked Sendable {
  // Proof for @unchecked: all mutable fields are read and written under `lock` only. No code of the
  // caller runs under it.
  private let lock = NSLock()
  private let open: OpenFile?
  private let fixedFields: String
  private var current: RunRecord
  private var sequence: UInt64
  private var line: Int

  /// - Parameters:
  ///   - open: The file; without one, the record is kept in memory.
  ///   - newest: What the file holds so far.
  init(_ record: RunRecord, in open: OpenFile?, after newest: RunRecordFormat.Newest?) {
    current = record
    self.open = open
    fixedFields = RunRecordFormat.fixedFields(of: record)
    sequence = newest?.sequence ?? 0
    line = newest.map { 1 - $0.line } ?? 0
  }

  /// The record as it is now.
  var record: RunRecord { lock.withLock { current } }

  /// Writes the first record of the run. A new file gets its full length at once.
  func begin() throws(ListenerFileError) {
    lock.lock()
    defer { lock.unlock() }
    try write(isFirst: sequence == 0)
  }

  /// Changes the record, and writes it if it has changed.
  func update(_ change: (inout RunRecord) -> Bool) throws(ListenerFileError) {
    lock.lock()
    defer { lock.unlock() }
    if change(&current) { try write() }
  }

  /// Called under the lock.
  private func write(isFirst: Bool = false) throws(ListenerFileError) {
    guard let open else { return }
    var bytes = RunRecordFormat.line(current, fixedFields: fixedFields, sequence: sequence &+ 1)
    if isFirst { bytes += RunRecordFormat.emptyLine }
    do {
      try open.descriptor.write(bytes, at: line * RunRecordFormat.lineLength)
    } catch {
      throw open.file.writeError(error)
    }
    sequence &+= 1
    line = 1 - line
  }
}
