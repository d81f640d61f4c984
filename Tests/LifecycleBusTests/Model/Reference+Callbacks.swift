import LifecycleBus

extension Reference {
  func report(_ anomaly: AppLifecycleAnomaly, of mediator: RefMediator) {
    if mediator.isReleased { return }
    call(
      ActSequence.anomalies + mediator.id, [.anomaly(mediator: mediator.id, anomaly)])
  }

  /// A callback: performs the next acts of its script between its two methods.
  func call(_ key: Int, _ observed: [Seen]) {
    seen.append(observed[0])
    listeners[key]?.calls += 1
    defer { if let listener = listeners[key] { leave(listener) } }
    depth += 1
    greatestDepth = max(greatestDepth, depth)
    if depth <= ActSequence.deepest, script[key]?.isEmpty == false {
      for act in script[key]?.removeFirst() ?? [] { perform(act) }
    }
    depth -= 1
    seen += observed.dropFirst()
  }
}
