public import Foundation
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
public struct FlightRecording: Sendable, Hashable, Codable {
  /// One event and its delivery to the listeners.
  public struct RecordedEvent: Sendable, Hashable, Codable {
    /// Counted from 1, in the order in which the deliveries began.
    public var number: Int
    /// What happened.
    public var event: AppLifecycleEvent
    /// Whether it was posted, synthesized, or replayed to one listener.
    public var origin: AppLifecycleContext.Origin
    /// The state before the event.
    public var previousState: AppLifecycleState
    /// The state after the event.
    public var state: AppLifecycleState
    /// When the delivery began.
    public var start: Duration
    /// How long the delivery to all listeners took.
    public var duration: Duration
    /// The calls of the listeners, in order.
    public var calls: [Call]

    /// Makes a recorded event, for a test or a host that records by itself.
    ///
    /// - Parameters:
    ///   - number: Counts the events of a run, from 1.
    ///   - event: What happened.
    ///   - origin: How the event came about.
    ///   - previousState: The state before it.
    ///   - state: The state after it.
    ///   - start: When it began, since the start of the recording.
    ///   - duration: How long all listeners took together.
    ///   - calls: The calls of the listeners, in order.
    public init(
      number: Int, event: AppLifecycleEvent, origin: AppLifecycleContext.Origin = .posted,
      previousState: AppLifecycleState, state: AppLifecycleState, start: Duration,
      duration: Duration, calls: [Call] = []
    ) {
      self.number = number
      self.event = event
      self.origin = origin
      self.previousState = previousState
      self.state = state
      self.start = start
      self.duration = duration
      self.calls = calls
    }
  }

  /// One listener's handling of one event.
  public struct Call: Sendable, Hashable, Codable {
    /// The name of the listener's type; for a closure, the file and line where it was attached.
    public var listener: String
    /// When it was called.
    public var start: Duration
    /// How long both of its methods took together.
    public var duration: Duration

    /// Makes a call, for a test or a host that records by itself.
    ///
    /// - Parameters:
    ///   - listener: The name of the listener.
    ///   - start: When the call began, since the start of the recording.
    ///   - duration: How long it took.
    public init(listener: String, start: Duration, duration: Duration) {
      self.listener = listener
      self.start = start
      self.duration = duration
    }
  }

  /// The date and time at which the times are zero.
  public var startDate: Date
  /// When this recording was taken.
  public var end: Duration
  /// The process that was recorded.
  public var processIdentifier: Int32
  /// How long an event may take.
  public var budget: FlightBudget
  /// The events, oldest first.
  public var events: [RecordedEvent]
  /// How many older events were dropped.
  public var droppedCount: Int

  /// Makes a recording, for a test or a host that records by itself.
  ///
  /// - Parameters:
  ///   - events: The events, the oldest first.
  ///   - end: The end of the recording, since its start.
  ///   - startDate: When the recording began.
  ///   - budget: The budget by which slow events are named.
  ///   - processIdentifier: The process that was recorded.
  ///   - droppedCount: How many older events are missing.
  public init(
    events: [RecordedEvent], end: Duration, startDate: Date, budget: FlightBudget = FlightBudget(),
    processIdentifier: Int32 = ProcessInfo.processInfo.processIdentifier, droppedCount: Int = 0
  ) {
    self.events = events
    self.end = end
    self.startDate = startDate
    self.budget = budget
    self.processIdentifier = processIdentifier
    self.droppedCount = droppedCount
  }

  /// The events that took longer than their budget, with the listeners that made them late.
  public var overruns: [FlightOverrun] { events.compactMap(budget.overrun) }
}
