public import LifecycleBus

/// Several probes where one is asked for.
///
/// ```swift
/// mediator.probe = ProbeGroup(recorder, metrics)
/// ```
///
/// Each is told in the order given, inside the relay. The group keeps its probes.
@MainActor
public final class ProbeGroup: AppLifecycleProbe {
  private let probes: [any AppLifecycleProbe]

  /// Makes a group of probes.
  public init(_ probes: any AppLifecycleProbe...) { self.probes = probes }

  /// Tells every probe.
  public func relayWillBegin(_ context: AppLifecycleContext) {
    for probe in probes { probe.relayWillBegin(context) }
  }

  /// Tells every probe.
  public func relayDidCall(_ call: AppLifecycleProbeCall) {
    for probe in probes { probe.relayDidCall(call) }
  }

  /// Tells every probe.
  public func relayDidEnd(_ context: AppLifecycleContext) {
    for probe in probes { probe.relayDidEnd(context) }
  }
}
