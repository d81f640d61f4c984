import Foundation
import LifecycleBus

/// The runs that this process records, one for each file, shared by all detectors with that file.
///
/// A record's file stays open, and locked, until the process ends, also when its detector is
/// released before.
final class RunRecords: @unchecked Sendable {
  // Proof for @unchecked: `runs` is read and written under `lock` only.
  private let lock = NSLock()
  /// With the file that was asked for, which is another copy's where a run has a numbered one.
  private var runs: [(path: String, run: RecordedRun)] = []

  /// Those of this process. When it exits, they are marked so.
  static let ofThisProcess: RunRecords = {
    atexit { RunRecords.ofThisProcess.markExited() }
    // A lock belongs to the open file, which a child without a program of its own shares.
    pthread_atfork(nil, nil) { RunRecords.ofThisProcess.abandon() }
    return RunRecords()
  }()

  /// The run that is recorded in a file; begins it if this process has none there.
  func run(in file: DurableFile, environment: RunEnvironment) -> RecordedRun {
    lock.lock()
    defer { lock.unlock() }
    if let (_, run) = runs.first(where: { $0.path == file.path }) { return run }
    let record = RunRecord(environment: environment)
    do {
      let claim = try RunRecordSlots(file: file, run: record).claim()
      let run = RecordedRun(
        record, in: claim.open, after: claim.newest,
        previousRun: PreviousRun(ended: claim.ended, living: claim.living))
      if run.problem == nil { claim.release() }
      runs.append((file.path, run))
      return run
    } catch {
      return RecordedRun(record, problem: error)
    }
  }

  /// Writes to every record that the process exits. Called by `exit`, on any thread.
  func markExited() {
    for (_, run) in lock.withLock({ runs }) {
      try? run.update { record in
        guard record.state != .terminated, !record.hasExited else { return false }
        record.hasExited = true
        return true
      }
    }
  }

  /// Closes the files in a child that was forked, because the records and their locks are its
  /// parent's. Waits for no lock: its owner may be a thread that the child does not have.
  private func abandon() {
    guard lock.try() else { return }
    for (_, run) in runs { run.abandon() }
    lock.unlock()
  }
}

/// This process's run: its record with its file, and how the run before it ended.
///
/// A write is one system call into one half of the file; the other half keeps the record before it,
/// so that a process that is killed at any moment leaves a whole record. A write outlives the
/// process and is not forced to the disk.
final class RecordedRun: @unchecked Sendable {
  // Proof for @unchecked: after `init`, `problem` does not change, and the other mutable fields are
  // read and written under `lock` only. No code of the caller runs under it.
  private let lock = NSLock()
  private let open: OpenFile?
  private let fixedFields: String
  private var current: RunRecord
  private var sequence: UInt64
  private var line: Int

  let previousRun: PreviousRun
  /// Why the record is kept in memory only, or could not be begun.
  private(set) var problem: ListenerFileError?

  /// Begins a run. A new file gets its full length at once.
  ///
  /// - Parameter newest: What the file holds so far.
  init(
    _ record: RunRecord, in open: OpenFile?, after newest: RunRecordFormat.Newest? = nil,
    previousRun: PreviousRun
  ) {
    current = record
    self.open = open
    fixedFields = RunRecordFormat.fixedFields(of: record)
    sequence = newest?.sequence ?? 0
    line = newest.map { 1 - $0.line } ?? 0
    self.previousRun = previousRun
    do {
      try write(isFirst: sequence == 0)
    } catch {
      problem = error
    }
  }

  /// Makes a run that is kept in memory only.
  convenience init(_ record: RunRecord, problem: ListenerFileError) {
    self.init(record, in: nil, previousRun: PreviousRun(ending: .unknown(problem)))
    self.problem = problem
  }

  /// The record as it is now.
  var record: RunRecord { lock.withLock { current } }

  /// Changes the record, and writes it if it has changed.
  func update(_ change: (inout RunRecord) -> Bool) throws(ListenerFileError) {
    lock.lock()
    defer { lock.unlock() }
    if change(&current) { try write() }
  }

  func abandon() { open?.descriptor.closeInChild() }

  /// Called under the lock. Does nothing in a child that was forked.
  private func write(isFirst: Bool = false) throws(ListenerFileError) {
    guard let open, current.processIdentifier == getpid() else { return }
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
