package import LifecycleBus

/// How long an event may take to reach all listeners before it counts as late.
///
/// ```swift
/// let recorder = FlightRecorder(allowance: FlightAllowance(launch: .milliseconds(50)))
/// ```
public struct FlightAllowance: Sendable, Equatable {
  /// For `didFinishLaunching`; 100 ms unless you say otherwise.
  public var launch: Duration
  /// For every other event; 16 ms unless you say otherwise, a frame at 60 Hz.
  public var event: Duration

  /// Makes an allowance.
  ///
  /// - Parameters:
  ///   - launch: How long `didFinishLaunching` may take.
  ///   - event: How long any other event may take.
  public init(launch: Duration = .milliseconds(100), event: Duration = .milliseconds(16)) {
    self.launch = launch
    self.event = event
  }

  /// How long this event may take: the time for all listeners together.
  package func allowance(for event: AppLifecycleEvent) -> Duration {
    event == .didFinishLaunching ? launch : self.event
  }

  /// The event's overrun and its cause; `nil` if the event kept its allowance.
  ///
  /// The offenders are the fewest and slowest listeners without which the event would have kept it.
  /// The list is empty while the slow listener has not returned yet.
  package func overrun(of recorded: FlightRecording.RecordedEvent) -> FlightOverrun? {
    let allowance = allowance(for: recorded.event)
    guard recorded.duration > allowance else { return nil }
    let listeners = recorded.calls.reduce(.zero) { $0 + $1.duration }
    // Time that no recorded call accounts for (a listener that has not returned yet, a probe) is
    // not charged to the listeners.
    var rest = recorded.duration - listeners > allowance ? listeners : recorded.duration
    var offenders: [FlightRecording.Call] = []
    for call in recorded.calls.sorted(by: { $0.duration > $1.duration }) where rest > allowance {
      offenders.append(call)
      rest -= call.duration
    }
    return FlightOverrun(recordedEvent: recorded, allowance: allowance, offenders: offenders)
  }
}

/// An event that took longer than it may.
public struct FlightOverrun: Sendable, Equatable {
  /// The event, with the calls of its listeners.
  public let recordedEvent: FlightRecording.RecordedEvent
  /// How long it may take.
  public let allowance: Duration
  /// The fewest and slowest calls without which the event would have kept its allowance, slowest
  /// first.
  public let offenders: [FlightRecording.Call]
}

extension FlightOverrun: CustomStringConvertible {
  /// One sentence: the event, its duration, its allowance, and the listeners that made it late.
  public var description: String {
    let names = offenders.map { "\($0.listener) (\(DurationText.short($0.duration)))" }
    let culprits = names.isEmpty ? "no listener that has returned" : names.joined(separator: ", ")
    return "\(recordedEvent.event.rawValue) took \(DurationText.short(recordedEvent.duration)), "
      + "\(DurationText.short(allowance)) are allowed: \(culprits)."
  }
}
