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
    /// The run ended in order: `willTerminate` reached each listener and no hold was open. This is
    /// also the case if the program called `exit`, restarted itself with `exec`, or released the
    /// detector.
    case clean
    /// The run ended in the foreground, during its launch or its end, or in a call of a listener.
    /// It crashed, was killed, ran out of memory, or got a signal that it doesn't handle.
    case crashedOrKilled
    /// The run ended in the background, most often because the system needed the memory.
    case inBackground
    /// Something outside the app ended the run: a reboot, an update of the app, a debugger, or the
    /// system, which may end an extension or an app with sudden termination at any time.
    case externalCause
    /// Another copy of the program is running. This copy leaves no record.
    case stillRunning
    /// The record can't be read or written.
    case unknown(ListenerFileError)
  }

  /// One call of a listener.
  public struct Call: Sendable, Equatable {
    /// The name of the listener or of its type, up to 100 bytes.
    public let listener: String
    /// The event that it was called for.
    public let event: AppLifecycleEvent
    /// Whether the call was `async`. It may only have been waiting while something else crashed.
    public let isAsync: Bool
  }

  /// How the run ended.
  public let ending: Ending
  let record: RunRecord?

  /// The call that hadn't returned when the run ended; `nil` if no listener was being called.
  public var call: Call? { record?.call }
  /// The last 16 events of the run, oldest first.
  public var events: [AppLifecycleEvent] { record?.events ?? [] }
  /// When the last event was delivered.
  public var date: Date? { record?.date }
  /// The version of the app in that run, if it had one.
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
  /// One sentence about how the run ended, for a log.
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
