import Foundation
import LifecycleBus

/// How the last run ended, as far as its record shows.
///
/// ```swift
/// let detector = TerminationDetector()
/// switch detector.previousRun.ending {
/// case .inForeground: offerToSendReport()
/// case .unknown(let error): print(error)
/// default: break
/// }
/// ```
public struct PreviousRun: Sendable, Equatable {
  /// How a run ended.
  public enum Ending: Sendable, Equatable {
    /// There was no run before this one, or none that left a record.
    case firstLaunch
    /// In order: `willTerminate` was recorded.
    case clean
    /// By `exit`, or by a return from the main function, without `willTerminate`.
    case exited
    /// In the foreground: it crashed, was killed by the user, or ran out of memory.
    case inForeground
    /// In the background: most often killed by a system that wanted its memory.
    case inBackground
    /// Before it was in the foreground: it crashed at the launch, or was launched in the background
    /// and killed there.
    case beforeForeground
    /// Not in order, with a debugger: most likely stopped by it.
    case underDebugger
    /// Not in order, and the app has another version now: most likely ended by the update.
    case appUpdate(from: String, to: String)
    /// Not in order, and the system has another version now: most likely ended by the update.
    case systemUpdate(from: String, to: String)
    /// Not in order, and the machine was booted since: switched off, restarted or without power.
    case reboot
    /// Not at all: another copy of the program is running.
    case stillRunning
    /// The record is there and cannot be read.
    case unknown(ListenerFileError)

    /// True if the run may have crashed: ``inForeground`` and ``beforeForeground``.
    public var mayBeCrash: Bool { self == .inForeground || self == .beforeForeground }
  }

  /// How it ended.
  public let ending: Ending
  /// Its record; `nil` after a first launch, or if the record cannot be read.
  public let record: RunRecord?

  /// Decides from both records.
  init(record: RunRecord?, now current: RunRecord) {
    self.record = record
    ending = record.map { Self.ending(of: $0, before: current) } ?? .firstLaunch
  }

  init(ending: Ending, record: RunRecord? = nil) {
    self.ending = ending
    self.record = record
  }

  /// Chooses the run with the most serious ending, and of equal ones the latest.
  init(ended: [PreviousRun], living: [RunRecord]) {
    self.init(ending: living.isEmpty ? .firstLaunch : .stillRunning, record: living.first)
    for (index, run) in ended.enumerated() where index == 0 || run.isWorse(than: self) {
      self = run
    }
  }

  private func isWorse(than other: PreviousRun) -> Bool {
    if ending.weight != other.ending.weight { return ending.weight > other.ending.weight }
    return record?.lastChange ?? .distantPast > other.record?.lastChange ?? .distantPast
  }

  private static func ending(of last: RunRecord, before current: RunRecord) -> Ending {
    if last.state == .terminated { return .clean }
    if last.hasExited { return .exited }
    if last.systemVersion != current.systemVersion {
      return .systemUpdate(from: last.systemVersion, to: current.systemVersion)
    }
    if let old = last.appVersion, let new = current.appVersion, old != new {
      return .appUpdate(from: old, to: new)
    }
    if let then = last.boot, let now = current.boot,
      now.isReboot(since: then, lastChange: last.lastChange)
    {
      return .reboot
    }
    if last.wasDebugged { return .underDebugger }
    if last.state == .background, !last.endsFromForeground { return .inBackground }
    return last.wasInForeground ? .inForeground : .beforeForeground
  }
}

extension PreviousRun.Ending {
  fileprivate var weight: Int {
    switch self {
    case .inForeground: 6
    case .unknown: 5
    case .inBackground: 4
    case .beforeForeground: 3
    case .underDebugger, .reboot, .appUpdate, .systemUpdate: 2
    case .clean, .exited: 1
    case .firstLaunch, .stillRunning: 0
    }
  }
}

extension PreviousRun: CustomStringConvertible {
  /// One sentence about the last run.
  public var description: String {
    switch ending {
    case .firstLaunch: "This is the first run."
    case .clean: "The last run ended in order."
    case .exited: "The last run exited without willTerminate."
    case .inForeground: "The last run crashed or was killed in the foreground."
    case .inBackground: "The last run was killed in the background."
    case .beforeForeground: "The last run ended before it came to the foreground."
    case .underDebugger: "The last run was stopped, most likely by a debugger."
    case .appUpdate(let old, let new):
      "The last run was ended, most likely by an update of the app, from \(old) to \(new)."
    case .systemUpdate(let old, let new):
      "The last run was ended, most likely by an update of the system, from \(old) to \(new)."
    case .reboot: "The last run was ended by a reboot."
    case .stillRunning: "Another copy of the program is running."
    case .unknown(let error): "It is not known how the last run ended. \(error)"
    }
  }
}
