public import Foundation
public import LifecycleBus

/// What a flight recorder has seen, as a value: to look at, to print, to export, to send elsewhere.
///
/// Times are measured from when the recorder was made, by a clock that nobody can set.
public struct FlightRecording: Sendable, Hashable, Codable {
  /// One event on its way through the listeners.
  public struct Relay: Sendable, Hashable, Codable {
    /// Counted from 1, in the order in which the events were relayed.
    public var number: Int
    /// What happened.
    public var event: AppLifecycleEvent
    /// Whether it was posted, synthesized, or told to one listener afterwards.
    public var origin: AppLifecycleContext.Origin
    /// Where the app stood before.
    public var previousState: AppLifecycleState
    /// Where the app stands since.
    public var state: AppLifecycleState
    /// When it began.
    public var start: Duration
    /// How long it took to go through all listeners.
    public var duration: Duration
    /// Who was called, in order.
    public var calls: [Call]

    /// Makes a relay, for a test or a host that records by itself.
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
  public var relays: [Relay]
  /// How many older events are no longer there.
  public var droppedCount: Int

  /// Makes a recording, for a test or a host that records by itself.
  public init(
    relays: [Relay], end: Duration, startDate: Date, budget: FlightBudget = FlightBudget(),
    processIdentifier: Int32 = ProcessInfo.processInfo.processIdentifier, droppedCount: Int = 0
  ) {
    self.relays = relays
    self.end = end
    self.startDate = startDate
    self.budget = budget
    self.processIdentifier = processIdentifier
    self.droppedCount = droppedCount
  }

  /// The relays that took longer than they may, with those who made them late.
  public var overruns: [FlightOverrun] { relays.compactMap(budget.overrun) }
}
