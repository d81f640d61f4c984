package import Foundation
public import LifecycleBus

/// The events that a flight recorder has recorded, as a value.
///
/// Times count from the moment in which the recorder was made.
///
/// ```swift
/// let recording = recorder.recording
/// print(recording.table)
/// for late in recording.overruns { print(late) }
/// let again = FlightRecording(jsonLines: recording.jsonLines)
/// ```
public struct FlightRecording: Sendable, Equatable {
  /// One event and its delivery to the listeners.
  public struct RecordedEvent: Sendable, Equatable {
    /// The number of the event, counted from 1.
    public internal(set) var number: Int
    /// What happened.
    public internal(set) var event: AppLifecycleEvent
    /// Where the event came from.
    public internal(set) var origin = AppLifecycleContext.Origin.posted
    /// Whether a listener posted it from inside a callback.
    var wasPostedByListener = false
    /// The state before the event.
    public internal(set) var previousState: AppLifecycleState
    /// The state after the event.
    public internal(set) var state: AppLifecycleState
    /// When the delivery began.
    public internal(set) var start: Duration
    /// How long the delivery to all listeners took.
    public internal(set) var duration: Duration
    /// The calls of the listeners, in order.
    public internal(set) var calls: [Call] = []
    /// How long all listeners may take together.
    package var allowance = Duration.milliseconds(16)

    /// Whether it took longer than it may.
    package var isLate: Bool { duration > allowance }

    /// The slowest calls that made the event late, slowest first; empty while the slow call has not
    /// returned.
    public var offenders: [Call] {
      guard isLate else { return [] }
      let listeners = calls.reduce(.zero) { $0 + $1.duration }
      // Time that no recorded call accounts for (a listener that has not returned yet, a probe) is
      // not charged to the listeners.
      var rest = duration - listeners > allowance ? listeners : duration
      return calls.sorted { $0.duration > $1.duration }.prefix { call in
        defer { rest -= call.duration }
        return rest > allowance
      }
    }
  }

  /// One listener's handling of one event.
  public struct Call: Sendable, Equatable {
    /// The listener's type; for a closure, the file and line where it was attached.
    public internal(set) var listener: String
    /// When it was called.
    public internal(set) var start: Duration
    /// How long the call took.
    public internal(set) var duration: Duration
  }

  /// The events, oldest first.
  public internal(set) var events: [RecordedEvent]
  /// When this recording was taken.
  package var end: Duration
  /// The date and time at which the times are zero.
  package var startDate: Date
  /// The process that was recorded, or 0.
  package var processIdentifier = ProcessInfo.processInfo.processIdentifier
  package var droppedCount = 0
  /// The call that had not returned when the process ended, where a crash was most likely. Its
  /// duration is known to half a second.
  public internal(set) var interruptedCall: Call?
  /// The first error, if only a part could be read.
  public internal(set) var problem: FlightRecordingError?

  /// The events that took longer than they may.
  public var overruns: [RecordedEvent] { events.filter(\.isLate) }
}

extension FlightRecording.RecordedEvent: CustomStringConvertible {
  /// The event and its duration; for a late event also its allowance and its offenders.
  public var description: String {
    let took = "\(event.rawValue) took \(DurationText.short(duration))"
    guard isLate else { return "\(took)." }
    let names = offenders.map { "\($0.listener) (\(DurationText.short($0.duration)))" }
    let culprits = names.isEmpty ? "no listener that has returned" : names.joined(separator: ", ")
    return "\(took), \(DurationText.short(allowance)) are allowed: \(culprits)."
  }
}
