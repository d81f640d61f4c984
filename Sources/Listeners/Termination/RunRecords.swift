import Foundation
import LifecycleBus

/// The runs that this process records, one for each file, shared by all detectors with that file.
///
/// A record's file stays open, and locked, until the process ends, also when its detector is
/// released before.
final class RunRecords: Sendable {
  /// With the file that was asked for, which is another copy's where a run has a numbered one.
  private let runs = Locked<[(path: String, run: RecordedRun)]>([])

  /// Those of this process. When it exits, they are marked so.
  static let ofThisProcess: RunRecords = {
    atexit { RunRecords.ofThisProcess.markExited() }
    // A lock belongs to the open file, which a child without a program of its own shares.
    pthread_atfork(nil, nil) { RunRecords.ofThisProcess.abandon() }
    return RunRecords()
  }()

  /// The run that is recorded in a file; begins it if this process has none there.
  func run(in file: DurableFile, environment: RunEnvironment) -> RecordedRun {
    runs.withLock { runs in
      if let (_, run) = runs.first(where: { $0.path == file.path }) { return run }
      let record = RunRecord(environment: environment)
      do throws(ListenerFileError) {
        let claim = try RunRecordSlots(
          file: file, maximumSize: 65_536, decode: RunRecordFormat.newest,
          process: { $0.record.hasEnded ? nil : $0.record.processIdentifier }
        ).claim()
        let ended = claim.ended.map { ended in
          switch ended {
          case .success(let last): PreviousRun(record: last.record, now: record)
          case .failure(let problem): PreviousRun(ending: .unknown(problem))
          }
        }
        let run = RecordedRun(
          record, in: claim.open, after: claim.newest,
          previousRun: PreviousRun(ended: ended, living: claim.living.map(\.record)))
        if run.problem == nil { claim.release() }
        runs.append((file.path, run))
        return run
      } catch {
        return RecordedRun(record, problem: error)
      }
    }
  }

  /// Writes to every record that the process exits. Called by `exit`, on any thread.
  func markExited() {
    for (_, run) in runs.withLock({ $0 }) {
      try? run.update { record in
        guard !record.hasEnded else { return false }
        record.hasExited = true
        return true
      }
    }
  }

  /// Closes the files in a child that was forked, because the records and their locks are its
  /// parent's. Waits for no lock: its owner may be a thread that the child does not have.
  private func abandon() {
    runs.withLockIfAvailable { runs in
      for (_, run) in runs { run.abandon() }
    }
  }
}

/// This process's run: its record with its file, and how the run before it ended.
///
/// A write is one system call into one half of the file; the other half keeps the record before it,
/// so that a process that is killed at any moment leaves a whole record. A write outlives the
/// process and is not forced to the disk.
final class RecordedRun: Sendable {
  private let open: OpenFile?
  private let current: Locked<Current>

  let previousRun: PreviousRun
  /// Why the record is kept in memory only, or could not be begun.
  let problem: ListenerFileError?

  /// Begins a run. A new file gets its full length at once.
  ///
  /// - Parameter newest: What the file holds so far.
  init(
    _ record: RunRecord, in open: OpenFile?, after newest: RunRecordFormat.Newest? = nil,
    previousRun: PreviousRun
  ) {
    var current = Current(record)
    current.sequence = newest?.sequence ?? 0
    current.line = newest.map { 1 - $0.line } ?? 0
    do {
      try current.write(to: open, isFirst: current.sequence == 0)
      problem = nil
    } catch {
      problem = error
    }
    self.open = open
    self.current = Locked(current)
    self.previousRun = previousRun
  }

  /// Makes a run that is kept in memory only.
  init(_ record: RunRecord, problem: ListenerFileError) {
    open = nil
    current = Locked(Current(record))
    previousRun = PreviousRun(ending: .unknown(problem))
    self.problem = problem
  }

  /// The record as it is now.
  var record: RunRecord { current.withLock { $0.record } }

  /// Changes the record, and writes it if it has changed.
  func update(_ change: (inout RunRecord) -> Bool) throws(ListenerFileError) {
    try current.withLock { current throws(ListenerFileError) in
      if change(&current.record) { try current.write(to: open) }
    }
  }

  func abandon() { open?.descriptor.closeInChild() }

  /// The record, and where it is written next.
  private struct Current {
    var record: RunRecord
    let fixedFields: String
    var sequence: UInt64 = 0
    var line = 0

    init(_ record: RunRecord) {
      self.record = record
      fixedFields = RunRecordFormat.fixedFields(of: record)
    }

    /// Does nothing in a child that was forked.
    mutating func write(to open: OpenFile?, isFirst: Bool = false) throws(ListenerFileError) {
      guard let open, record.processIdentifier == getpid() else { return }
      var bytes = RunRecordFormat.line(record, fixedFields: fixedFields, sequence: sequence &+ 1)
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
}
