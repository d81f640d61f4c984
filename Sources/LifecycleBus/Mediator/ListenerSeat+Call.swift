extension ListenerSeat {
  /// Tells one listener of an event, away from the hot path: weakly held, replayed to, or timed.
  ///
  /// The listener is held for the length of the call, so it may detach or be let go of inside.
  @MainActor
  func tell(
    _ listener: any AppLifecycleListener, _ context: AppLifecycleContext,
    timedBy probe: (any AppLifecycleProbe)? = nil
  ) {
    let start = probe.map { _ in ContinuousClock.now }
    ListenerCell(listener).callMethod(for: context.event)
    if isTaken { listener.onAppEvent(context.event, context: context) }
    if let probe, let start {
      probe.relayDidCall(
        AppLifecycleProbeCall(
          event: context.event, listener: label(of: listener),
          duration: ContinuousClock.now - start, isReplay: context.origin == .replayed))
    }
  }

  /// What probes and anomalies call the listener.
  func label(of listener: any AppLifecycleListener) -> String {
    name ?? String(describing: type(of: listener))
  }
}
