import Foundation
import LifecycleBus

/// The runs that this process records, one for each file, shared by all detectors with that file.
///
/// A record's file stays open, and locked, until the process ends, also when its detector is
/// released before.
final class RunRecords: @unchecked Sendable {
  // Proof for @unchecked: `runs` is read and written under `lock` only.
  private let lock = NSLock()
  private var runs: [Run] = []

  /// A run, and how the one before it ended.
  struct Run: Sendable {
    /// Where the record is; `nil` if it is kept in memory only.
    var path: String?
    let file: RunRecordFile
    let previousRun: PreviousRun
    /// Why nothing is written to disk; `nil` if the record has a file.
    var problem: ListenerFileError?
  }

  /// Those of this process. When it exits, they are marked so.
  static let ofThisProcess: RunRecords = {
    atexit { RunRecords.ofThisProcess.markExited() }
    return RunRecords()
  }()

  init() {}

  /// The run that is recorded in a file; begins it if this process has none there.
  func run(in file: DurableFile, environment: RunEnvironment) -> Run {
    lock.lock()
    defer { lock.unlock() }
    if let run = runs.first(where: { $0.path == file.path }) { return run }
    let record = RunRecord(environment: environment)
    do {
      let claim = try RunRecordSlots(file: file).claim()
      let ended = claim.ended.map { result in
        switch result {
        case .success(let last): PreviousRun(record: last, now: record)
        case .failure(let error): PreviousRun(ending: .unknown(error))
        }
      }
      var run = Run(
        path: file.path, file: RunRecordFile(record, in: claim.open, after: claim.newest),
        previousRun: PreviousRun(ended: ended, living: claim.living))
      do {
        try run.file.begin()
        claim.release()
      } catch {
        run.problem = error
      }
      runs.append(run)
      return run
    } catch {
      return Self.unrecorded(record, error)
    }
  }

  /// A run that is kept in memory only.
  static func unrecorded(_ record: RunRecord, _ error: ListenerFileError) -> Run {
    Run(
      file: RunRecordFile(record, in: nil, after: nil),
      previousRun: PreviousRun(ending: .unknown(error)), problem: error)
  }

  /// Writes to every record that the process exits. Called by `exit`, on any thread.
  ///
  /// Does nothing in a child that was forked and runs no program of its own, because the record is
  /// its parent's.
  func markExited() {
    for run in lock.withLock({ runs }) {
      try? run.file.update { record in
        guard record.state != .terminated, !record.hasExited,
          record.processIdentifier == ProcessInfo.processInfo.processIdentifier
        else { return false }
        record.hasExited = true
        return true
      }
    }
  }
}

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
