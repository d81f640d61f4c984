public import Foundation
public import LifecycleBus

/// How the last run ended, as far as its record shows.
///
/// ```swift
/// let detector = TerminationDetector()
/// switch detector.previousRun.ending {
/// case .crashedOrKilled: offerToSendReport()
/// case .unknown(let error): print(error)
/// default: break
/// }
/// ```
public struct PreviousRun: Sendable {
  /// How a run ended.
  public enum Ending: Sendable, Equatable {
    /// There was no run before this one, or none that left a record.
    case firstLaunch
    /// Cleanly: `willTerminate` has reached each listener, and no hold was open; or the program has
    /// called `exit`, has started itself anew by `exec`, or has released the detector.
    case clean
    /// In the foreground, during its launch or its end, or in a listener: it crashed, was killed, ran
    /// out of memory, or got a signal that it doesn't handle.
    case crashedOrKilled
    /// In the background, most often by a system that wanted its memory.
    case inBackground
    /// From outside: by a reboot, an update, a debugger, or a system that may end it at any time, as an
    /// extension or an app with sudden termination.
    case externalCause
    /// Not at all: another copy of the program is running. This run leaves no record.
    case stillRunning
    /// The record can't be read.
    case unknown(ListenerFileError)
  }

  /// The call of a listener.
  public struct Call: Sendable, Equatable {
    /// The name of the listener or of its type, up to 100 bytes.
    public let listener: String
    /// What it was called for.
    public let event: AppLifecycleEvent
    /// True for an `async` call, which may have waited while something else crashed.
    public let isAsync: Bool
  }

  /// How it ended.
  public let ending: Ending
  let record: RunRecord?

  /// The call that had not returned when the run ended.
  public var call: Call? { record?.call }
  /// The last 16 events, oldest first.
  public var events: [AppLifecycleEvent] { record?.events ?? [] }
  /// When the last one was delivered.
  public var date: Date? { record?.date }
  /// The version of the app, if it has one.
  public var appVersion: String? { record?.appVersion }

  init(ending: Ending, record: RunRecord? = nil) {
    self.ending = ending
    self.record = record
  }

  init(record last: RunRecord?, before now: RunRecord) {
    self.init(ending: Self.ending(of: last, before: now), record: last)
  }

  private static func ending(of last: RunRecord?, before now: RunRecord) -> Ending {
    guard let last else { return .firstLaunch }
    if last.hasEnded { return .clean }

    if last.boot != now.boot || last.isDebugged { return .externalCause }
    let isSameProcess = now.process != nil && last.process == now.process
    if isSameProcess { return .clean }
    // An update ends the app on a phone. Another version of the system ends nothing without a boot.
    if last.appVersion != now.appVersion { return .externalCause }

    if last.call != nil { return .crashedOrKilled }
    let wasAtItsEnd = last.events.last == .willTerminate
    let wasInUse = last.isInFront || !last.hasLaunched || wasAtItsEnd
    guard wasInUse else { return .inBackground }

    if last.endsSilently { return .externalCause }
    return .crashedOrKilled
  }
}

extension PreviousRun: CustomStringConvertible {
  /// One sentence about the last run.
  public var description: String {
    switch ending {
    case .firstLaunch:
      "This is the first run."
    case .clean:
      "The last run ended in order."
    case .crashedOrKilled:
      "The last run crashed, or was ended by a signal that it does not handle, \(moment)."
    case .inBackground:
      "The last run was ended in the background."
    case .externalCause:
      "The last run was ended from outside, as by a reboot, an update, a debugger or the system."
    case .stillRunning:
      "Another copy of the program is running."
    case .unknown(let error):
      "It is not known how the last run ended. \(error)"
    }
  }

  private var moment: String {
    if let call {
      let event = call.event.rawValue
      if call.isAsync { return "while \(call.listener) had not returned from \(event)" }
      return "while \(call.listener) was being called for \(event)"
    }
    if record?.events.last == .willTerminate { return "during its end" }

    let hasLaunched = record?.hasLaunched ?? false
    return hasLaunched ? "in the foreground" : "during its launch"
  }
}
