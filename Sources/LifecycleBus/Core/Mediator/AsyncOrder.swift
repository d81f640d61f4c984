/// When each `async` call begins, as a pure value.
///
/// A listener's calls never overlap, whichever mediators they come from. The calls of a mirrored
/// mediator are one chain: each begins when the one before it is over, that is, has returned or was
/// cut off. A call only waits for calls that were delivered before it, so no two of them can wait
/// for each other.
struct AsyncOrder {
  typealias Call = Int

  private struct Entry {
    let listener: ObjectIdentifier?
    let chain: Int?
    var hasBegun = false
    var isCutOff = false
  }

  /// The calls that haven't returned.
  private var entries: [Call: Entry] = [:]
  /// In the order of delivery.
  private var callsOfListener: [ObjectIdentifier: [Call]] = [:]
  /// In the order of delivery.
  private var callsInChain: [Int: [Call]] = [:]
  private var lastCall = 0
  /// The calls that may have become free to begin.
  private var candidates: [Call] = []

  /// Adds a call behind all others.
  ///
  /// - Parameters:
  ///   - listener: `nil` for one whose calls have no order.
  ///   - chain: The number of the mediator, if its calls are a chain.
  /// - Returns: The call's number, which grows with each call.
  mutating func add(listener: ObjectIdentifier?, chain: Int?) -> Call {
    lastCall += 1
    let call = lastCall
    entries[call] = Entry(listener: listener, chain: chain)

    if let listener {
      callsOfListener[listener, default: []].append(call)
    }
    if let chain {
      callsInChain[chain, default: []].append(call)
    }

    candidates.append(call)
    return call
  }

  /// Nobody waits for the call anymore, though it may still run.
  mutating func cutOff(_ call: Call) {
    guard let entry = entries[call] else { return }

    entries[call]?.isCutOff = true
    candidates.append(call)
    for other in entry.listener.flatMap({ callsOfListener[$0] }) ?? [call] where other >= call {
      noteFirst(in: entries[other]?.chain)
    }
  }

  /// The call has returned.
  mutating func remove(_ call: Call) {
    guard let entry = entries.removeValue(forKey: call) else { return }

    if let listener = entry.listener {
      let rest = callsOfListener[listener]?.filter { $0 != call } ?? []
      callsOfListener[listener] = rest.isEmpty ? nil : rest
      if let next = rest.first {
        candidates.append(next)
      }
    }
    if let chain = entry.chain {
      let rest = callsInChain[chain]?.filter { $0 != call } ?? []
      callsInChain[chain] = rest.isEmpty ? nil : rest
      noteFirst(in: chain)
    }
  }

  /// The next call that nothing holds up, once; `nil` if there's none.
  mutating func takeNext() -> Call? {
    while !candidates.isEmpty {
      let call = candidates.removeFirst()
      if mayBegin(call) {
        entries[call]?.hasBegun = true
        return call
      }
    }
    return nil
  }

  /// True for a call that has returned or was cut off, and for one that waits for such a call of
  /// its own listener: who ignores a cancellation holds up nobody else.
  func isOver(_ call: Call) -> Bool {
    guard let entry = entries[call] else { return true }

    let listenersCalls = entry.listener.flatMap { callsOfListener[$0] } ?? [call]
    return listenersCalls.contains { $0 <= call && entries[$0]?.isCutOff == true }
  }

  private func mayBegin(_ call: Call) -> Bool {
    guard let entry = entries[call], !entry.hasBegun else { return false }

    if let listener = entry.listener, callsOfListener[listener]?.first != call { return false }
    guard let chain = entry.chain, !entry.isCutOff else { return true }
    return first(in: chain) == call
  }

  private func first(in chain: Int) -> Call? { callsInChain[chain]?.first { !isOver($0) } }

  private mutating func noteFirst(in chain: Int?) {
    guard let chain, let next = first(in: chain) else { return }
    candidates.append(next)
  }
}
