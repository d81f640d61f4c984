import Foundation
public import LifecycleBus

/// The events that a flight recorder has recorded, as a value.
///
/// Times count from the moment when the recorder was made, without sleep.
///
/// ```swift
/// let recording = recorder.recording
/// print(recording.table)
/// for slow in recording.events.filter(\.isSlow) { print(slow) }
/// let report = try JSONEncoder().encode(recording)
/// ```
public struct FlightRecording: Sendable, Codable {
  /// One event and its delivery to the listeners.
  public struct RecordedEvent: Sendable, Codable {
    var number: Int
    /// What happened.
    public internal(set) var event: AppLifecycleEvent
    /// Whether it was posted, synthesized or replayed.
    public internal(set) var origin: AppLifecycleContext.Origin
    var previousState: AppLifecycleState
    /// The state after the event.
    public internal(set) var state: AppLifecycleState
    var date = Date()
    /// When the delivery began.
    public internal(set) var start: Duration
    /// How long the delivery took; zero while it's under way.
    public internal(set) var duration = Duration.zero
    var allowance: Duration
    /// The calls, in the order in which they returned.
    public internal(set) var calls: [Call] = []
    /// The calls of `async` listeners, which go on after the delivery, in the order in which they
    /// were over. They don't count for the duration.
    public internal(set) var asyncCalls: [Call] = []
    var delivery = 0

    /// Whether it took longer than its allowance.
    public var isSlow: Bool { duration > allowance }

    /// The calls that made it slow, slowest first; none while the slow call hasn't returned.
    public var slowCalls: [Call] {
      guard isSlow else { return [] }
      let allowed = allowance / .seconds(1)
      let inCalls = calls.reduce(0) { $0 + $1.duration / .seconds(1) }

      // Time that no call accounts for, as of a listener that hasn't returned, is nobody's.
      var rest = duration / .seconds(1)
      if rest - inCalls > allowed {
        rest = inCalls
      }

      // As many as have to go until the others would be fast enough.
      let slowestFirst = calls.sorted { $0.duration > $1.duration }
      return slowestFirst.prefix { call in
        let isTooLong = rest > allowed
        rest -= call.duration / .seconds(1)
        return isTooLong
      }
    }
  }

  /// One listener's handling of one event.
  public struct Call: Sendable, Codable {
    /// The listener's type, or where a closure was attached.
    public internal(set) var listener: String
    var start: Duration
    /// How long the call took, with the calls inside it.
    public internal(set) var duration: Duration
  }

  /// The events, oldest first.
  public internal(set) var events: [RecordedEvent] = []
  var end = Duration.zero
  /// Older events that aren't recorded any more.
  var droppedCount = 0

  var slowEvents: [RecordedEvent] { events.filter(\.isSlow) }

  /// The recording as a table: one line for each event, with the event's slowest listener.
  ///
  /// ```text
  ///   #       at  event                change                     took  slowest
  ///   1     0 ms  didFinishLaunching   notRunning -> inactive    31 ms  SearchIndex 28 ms
  ///   2    12 ms  didBecomeActive      inactive -> active      0.02 ms  EventLog 0.02 ms
  /// ! 3     42 s  didEnterBackground   inactive -> background    48 ms  SearchIndex 44 ms
  /// ```
  ///
  /// "!" marks an event that took longer than allowed. "then" stands before the slowest `async` call,
  /// which blocked nobody.
  public var table: String {
    let table = TextTable(
      header: ["", "#", "at", "event", "change", "took", "slowest"],
      rows: events.map(\.row),
      alignedRight: [1, 2, 5])

    guard droppedCount > 0 else { return "\(table.text)\n" }
    return "(\(droppedCount) older events are no longer recorded)\n\(table.text)\n"
  }
}

extension FlightRecording.RecordedEvent: CustomStringConvertible {
  /// The event and its duration; for a slow event also its allowance and its slow calls.
  public var description: String {
    let took = "\(event.rawValue) took \(DurationText.short(duration))"
    guard isSlow else { return "\(took)." }

    let names = slowCalls.map { "\($0.listener) (\(DurationText.short($0.duration)))" }
    let verdict = "\(took), \(DurationText.short(allowance)) are allowed"
    if names.isEmpty { return "\(verdict): no listener that has returned." }
    return "\(verdict): \(names.joined(separator: ", "))."
  }

  fileprivate var row: [String] {
    [
      isSlow ? "!" : "",
      "\(number)",
      DurationText.short(start),
      event.rawValue + originText,
      previousState == state ? "" : "\(previousState) -> \(state)",
      DurationText.short(duration),
      slowestCalls,
    ]
  }

  var originText: String {
    if origin == .posted { return "" }
    return " (\(origin.rawValue))"
  }

  var slowestCall: FlightRecording.Call? { calls.max { $0.duration < $1.duration } }

  var slowestAsyncCall: FlightRecording.Call? { asyncCalls.max { $0.duration < $1.duration } }

  private var slowestCalls: String {
    let asyncText = slowestAsyncCall.map { "then \($0.text)" }
    return [slowestCall?.text, asyncText].compactMap { $0 }.joined(separator: ", ")
  }
}

extension FlightRecording.Call {
  var text: String { "\(listener) \(DurationText.short(duration))" }
}

// MARK: Recording

extension FlightRecording {
  func newest(_ count: Int, until end: Duration) -> Self {
    let surplus = max(events.count - count, 0)
    return Self(
      events: Array(events.suffix(count)), end: end, droppedCount: droppedCount + surplus)
  }

  mutating func begin(_ context: AppLifecycleContext, at time: Duration, allowance: Duration) {
    events.append(
      RecordedEvent(
        number: droppedCount + events.count + 1, event: context.event, origin: context.origin,
        previousState: context.previousState, state: context.state, start: time,
        allowance: allowance, delivery: context.delivery))
  }

  /// Adds a call to the event in which it began: a listener that posts an end returns after it.
  mutating func add(_ call: Call, for event: AppLifecycleEvent) {
    let index = events.lastIndex {
      $0.event == event && $0.origin != .replayed && $0.start <= call.start
    }
    if let index {
      events[index].calls.append(call)
    }
  }

  /// Adds a call that may be over long after its event, when others of the same kind have come. A
  /// replay to an `async` listener isn't an event of its own.
  mutating func addAsync(_ call: Call, toDelivery number: Int) {
    let index = events.lastIndex { $0.delivery == number }
    if let index {
      events[index].asyncCalls.append(call)
    }
  }

  mutating func end(_ event: AppLifecycleEvent, at time: Duration) -> RecordedEvent? {
    let index = events.lastIndex { $0.event == event && $0.origin != .replayed }
    guard let index else { return nil }

    events[index].duration = time - events[index].start
    return events[index]
  }

  mutating func addReplay(
    _ call: Call, of event: AppLifecycleEvent, allowance: Duration
  ) -> RecordedEvent {
    let state = events.last?.state ?? .notRunning
    let recorded = RecordedEvent(
      number: droppedCount + events.count + 1, event: event, origin: .replayed,
      previousState: state, state: state, start: call.start, duration: call.duration,
      allowance: allowance, calls: [call])

    events.append(recorded)
    return recorded
  }
}
