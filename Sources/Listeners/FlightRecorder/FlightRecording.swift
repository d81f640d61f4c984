package import Foundation
public import LifecycleBus

/// The events that a flight recorder has recorded, as a value: to print, to export, to send.
///
/// Times are measured from the making of the recorder, by a clock that cannot be set.
///
/// ```swift
/// let recording = recorder.recording
/// print(recording.table)
/// for overrun in recording.overruns { print(overrun) }
/// let again = try FlightRecording(jsonLines: recording.jsonLines)
/// ```
public struct FlightRecording: Sendable, Equatable {
  /// One event and its delivery to the listeners.
  public struct RecordedEvent: Sendable, Equatable {
    /// Counted from 1, in the order in which the deliveries began.
    public internal(set) var number: Int
    /// What happened.
    public internal(set) var event: AppLifecycleEvent
    /// Whether it was posted, synthesized, or replayed to one listener.
    public internal(set) var origin = AppLifecycleContext.Origin.posted
    /// Whether a listener posted it, from inside a callback of another event.
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
  }

  /// One listener's handling of one event.
  public struct Call: Sendable, Equatable {
    /// The name of the listener's type; for a closure, the file and line where it was attached.
    public internal(set) var listener: String
    /// When it was called.
    public internal(set) var start: Duration
    /// How long both of its methods took together.
    public internal(set) var duration: Duration
  }

  /// The events, oldest first.
  public internal(set) var events: [RecordedEvent]
  /// When this recording was taken.
  package var end: Duration
  /// The date and time at which the times are zero.
  package var startDate: Date
  /// How long an event may take.
  package var allowance = FlightAllowance()
  /// The process that was recorded.
  package var processIdentifier = ProcessInfo.processInfo.processIdentifier
  /// How many older events were dropped.
  package var droppedCount = 0

  /// The events that took longer than their allowance, with the listeners that made them late.
  public var overruns: [FlightOverrun] { events.compactMap(allowance.overrun) }
}
