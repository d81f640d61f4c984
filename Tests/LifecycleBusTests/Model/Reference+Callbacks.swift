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
    depth += 1
    greatestDepth = max(greatestDepth, depth)
    if depth <= ActSequence.deepest, script[key]?.isEmpty == false {
      for act in script[key]?.removeFirst() ?? [] { perform(act) }
    }
    depth -= 1
    seen += observed.dropFirst()
  }

  /// Calls a listener. One that another thread is releasing may be gone; then this returns false, and
  /// it is never called again.
  @discardableResult
  func call(_ listener: RefListener, _ observed: [Seen]) -> Bool {
    if listener.isFading {
      guard isNext(observed[0]) else {
        note(.skippedWhileReleased)
        listener.isAlive = false
        return false
      }
      note(.calledWhileReleased)
    }
    listener.calls += 1
    call(listener.id, observed)
    leave(listener)
    return true
  }

  /// A call of a listener returns. One that was released meanwhile is freed now.
  func leave(_ listener: RefListener) {
    listener.calls -= 1
    settle(listener)
  }
}
