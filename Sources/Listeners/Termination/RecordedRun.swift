import Foundation
import LifecycleBus

/// The runs that a process records, one for each file.
///
/// A record's file stays open and locked until the process ends.
typealias RunRecords = SharedByPath<RecordedRun>

/// This process's run: its record with its file, and how the run before it ended.
///
/// A write is one system call into one half of the file; the other half keeps the record before it.
final class RecordedRun: Sendable {
  private let open: OpenFile?
  private let current: Locked<Current>

  let previousRun: PreviousRun
  /// Why the record is kept in memory only, or could not be begun.
  let problem: ListenerFileError?

  /// Those of this process, which are marked when it exits.
  static let ofThisProcess: RunRecords = {
    atexit { RecordedRun.ofThisProcess.markExited() }
    return RunRecords()
  }()

  /// The run that is recorded in a file; begins it if needed.
  static func begin(
    in file: FormerFile, _ environment: RunEnvironment, _ records: RunRecords
  ) -> RecordedRun {
    let record = RunRecord(environment: environment)
    let slots = RunRecordSlots(
      file: file, maximumSize: 65_536, decode: RunRecordFormat.newest,
      process: { $0.record.hasEnded ? nil : $0.record.processIdentifier })
    do throws(ListenerFileError) {
      return try records.value(for: file) { () throws(ListenerFileError) in
        RecordedRun(record, try slots.claim())
      }
    } catch {
      return RecordedRun(record, problem: error, slots.readOnly())
    }
  }

  /// Begins a run. A new file gets its full length at once.
  private init(_ record: RunRecord, _ claim: RunRecordSlots<RunRecordFormat.Newest>.Claim) {
    let ended = claim.ended.map { ended in
      switch ended {
      case .success(let last): PreviousRun(record: last.record, now: record)
      case .failure(let problem): PreviousRun(ending: .unknown(problem))
      }
    }
    previousRun = PreviousRun(ended: ended, living: claim.living.map(\.record))
    var current = Current(record)
    current.sequence = claim.newest?.sequence ?? 0
    current.line = claim.newest.map { 1 - $0.line } ?? 0
    do {
      try current.write(to: claim.open, isFirst: current.sequence == 0)
      problem = nil
      claim.release()
    } catch {
      problem = error
    }
    self.open = claim.open
    self.current = Locked(current)
  }

  /// Makes a run that is kept in memory only.
  init(
    _ record: RunRecord, problem: ListenerFileError,
    _ last: (contents: RunRecordFormat.Newest, isLiving: Bool)? = nil
  ) {
    self.open = nil
    current = Locked(Current(record))
    previousRun =
      last.map {
        $0.isLiving
          ? PreviousRun(ending: .stillRunning, record: $0.contents.record)
          : PreviousRun(record: $0.contents.record, now: record)
      } ?? PreviousRun(ending: .unknown(problem))
    self.problem = problem
  }

  var record: RunRecord { current.withLock { $0.record } }

  func update(_ change: (inout RunRecord) -> Bool) throws(ListenerFileError) {
    try current.withLock { current throws(ListenerFileError) in
      if change(&current.record) { try current.write(to: open) }
    }
  }

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

    mutating func write(to open: OpenFile?, isFirst: Bool = false) throws(ListenerFileError) {
      guard let open else { return }
      var bytes = RunRecordFormat.line(record, fixedFields: fixedFields, sequence: sequence &+ 1)
      if isFirst { bytes += RunRecordFormat.lines.blank }
      try open.write(bytes, at: line * RunRecordFormat.lines.length)
      sequence &+= 1
      line = 1 - line
    }
  }
}

extension RunRecords {
  /// Writes to every record that the process exits. Called on any thread.
  func markExited() {
    for run in all {
      try? run.update { record in
        guard !record.hasEnded else { return false }
        record.hasExited = true
        return true
      }
    }
  }
}
