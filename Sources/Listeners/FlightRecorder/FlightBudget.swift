public import LifecycleBus

/// How long an event may take to go through all listeners before somebody notices.
public struct FlightBudget: Sendable, Hashable, Codable {
  /// For `didFinishLaunching`; 100 ms unless you say otherwise.
  public var launch: Duration
  /// For every other event; 16 ms unless you say otherwise, a frame at 60 Hz.
  public var event: Duration

  /// Makes a budget.
  public init(launch: Duration = .milliseconds(100), event: Duration = .milliseconds(16)) {
    self.launch = launch
    self.event = event
  }

  /// How long this event may take.
  public func allowance(for event: AppLifecycleEvent) -> Duration {
    event == .didFinishLaunching ? launch : self.event
  }

  /// By how much a relay was late, and because of whom; `nil` if it kept its budget.
  ///
  /// The offenders are the fewest and slowest listeners without which it would have kept it. There
  /// are none while the listener to blame has not returned yet.
  public func overrun(of relay: FlightRecording.Relay) -> FlightOverrun? {
    let allowance = allowance(for: relay.event)
    guard relay.duration > allowance else { return nil }
    let listeners = relay.calls.reduce(.zero) { $0 + $1.duration }
    // What is too late without the listeners (one that has not returned yet, a probe) is not
    // theirs.
    var rest = relay.duration - listeners > allowance ? listeners : relay.duration
    var offenders: [FlightRecording.Call] = []
    for call in relay.calls.sorted(by: { $0.duration > $1.duration }) where rest > allowance {
      offenders.append(call)
      rest -= call.duration
    }
    return FlightOverrun(relay: relay, allowance: allowance, offenders: offenders)
  }
}

/// An event that took longer than its budget.
public struct FlightOverrun: Sendable, Hashable {
  /// The event, with everybody who was called.
  public let relay: FlightRecording.Relay
  /// How long it may take.
  public let allowance: Duration
  /// The fewest and slowest listeners without which it would have kept the budget, slowest first.
  public let offenders: [FlightRecording.Call]
}

extension FlightOverrun: CustomStringConvertible {
  /// One sentence: the event, how long it took and may take, and who made it late.
  public var description: String {
    let names = offenders.map { "\($0.listener) (\(TimeText.short($0.duration)))" }
    let culprits = names.isEmpty ? "no listener that has returned" : names.joined(separator: ", ")
    return "\(relay.event) took \(TimeText.short(relay.duration)), "
      + "\(TimeText.short(allowance)) are allowed: \(culprits)."
  }
}
