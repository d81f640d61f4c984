import LifecycleBus

/// How the last run ended, as far as its record shows.
public struct PreviousRun: Sendable, Hashable {
  /// How a run ended.
  public enum Ending: Sendable, Hashable {
    /// There was no run before this one, or none that left a record.
    case firstLaunch
    /// In order: `willTerminate` was recorded.
    case clean
    /// In the foreground: it crashed, was killed by the user or a debugger, or ran out of memory.
    case inForeground
    /// In the background: killed, most often by a system that wanted its memory.
    case inBackground
    /// Before it was ever in the foreground: it crashed while launching, or was launched in the background
    /// and killed there.
    case beforeForeground
    /// Not in order, and the app has another version now: most likely ended by the update.
    case appUpdate(from: String?, to: String?)
    /// Not in order, and the operating system has another version now: most likely ended by the
    /// update.
    case systemUpdate(from: String, to: String)
    /// Not in order, and the machine was booted since: switched off, restarted or without power.
    case reboot
    /// The record is there and cannot be read.
    case unknown(ListenerFileError)
  }

  /// How it ended.
  public let ending: Ending
  /// Its record; `nil` after a first launch or where it cannot be read.
  public let record: RunRecord?

  /// Decides from the record of the last run and that of this one.
  ///
  /// An orderly end is always reported as one. Otherwise a cause that ends every run is reported
  /// first: an update of the system, an update of the app, a reboot; then the state of the run.
  public init(record: RunRecord?, now current: RunRecord) {
    self.record = record
    ending = record.map { Self.ending(of: $0, before: current) } ?? .firstLaunch
  }

  init(unreadable error: ListenerFileError) {
    ending = .unknown(error)
    record = nil
  }

  private static func ending(of last: RunRecord, before current: RunRecord) -> Ending {
    if last.state == .terminated { return .clean }
    if last.systemVersion != current.systemVersion {
      return .systemUpdate(from: last.systemVersion, to: current.systemVersion)
    }
    if last.appVersion != current.appVersion {
      return .appUpdate(from: last.appVersion, to: current.appVersion)
    }
    if let then = last.boot, let now = current.boot, !then.isSameBoot(as: now) { return .reboot }
    if last.state == .background { return .inBackground }
    return last.wasInForeground ? .inForeground : .beforeForeground
  }
}

extension PreviousRun: CustomStringConvertible {
  /// One sentence about the last run.
  public var description: String {
    switch ending {
    case .firstLaunch: "This is the first run."
    case .clean: "The last run ended in order."
    case .inForeground: "The last run crashed or was killed in the foreground."
    case .inBackground: "The last run was killed in the background."
    case .beforeForeground: "The last run ended before it came to the foreground."
    case .appUpdate(let old, let new):
      "The last run was ended by an update of the app, "
        + "from \(old ?? "no version") to \(new ?? "no version")."
    case .systemUpdate(let old, let new):
      "The last run was ended by an update of the system, from \(old) to \(new)."
    case .reboot: "The last run was ended by a reboot."
    case .unknown(let error): "It is not known how the last run ended. \(error)"
    }
  }
}
