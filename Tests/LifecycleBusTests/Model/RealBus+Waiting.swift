import Foundation
import LifecycleBus
import LifecycleBusDelegates
import TestSupport

// What takes turns of the main queue.

/// A wait for the holds of a mediator, by a clock of its own.
@MainActor
final class RealWait {
  let mediator: Int
  let clock = ManualClock()
  var expired: [String]?

  init(_ mediator: Int) { self.mediator = mediator }
}

extension RealBus {
  /// Lets the main queue run until nothing of this bus is left there.
  func turn() async {
    var before = -1
    while seen.count != before {
      before = seen.count
      await turnOnce()
      await turnOnce()
    }
  }

  /// Reports the waits that are over. The tasks of these are over soon.
  func endWaits(_ numbers: [Int]) async {
    await turn { numbers.allSatisfy { waits[$0]?.expired != nil } }
    for (number, wait) in waits.sorted(by: { $0.key < $1.key }) {
      guard let expired = wait.expired else { continue }
      waits[number] = nil
      see(.waitEnds(number, expired))
    }
  }

  func turnOnce() async {
    await withCheckedContinuation { turned in
      DispatchQueue.main.async { turned.resume() }
    }
  }

  /// Lets the main queue run until a condition is true. A bus that never makes it true differs from
  /// the model afterwards.
  func turn(until isTrue: () -> Bool) async {
    for _ in 0..<10_000 {
      if isTrue() { return }
      await turnOnce()
    }
  }

  func fetch(_ id: Int) async {
    guard let mediator = mediator(id) else { return }
    let result = await mediator.askToFetchInBackground(clock: ManualClock())
    see(.answer(mediator: id, "fetch \(result)"))
  }

  /// Begins to wait for the holds of a mediator.
  func beginWait(_ number: Int, _ id: Int) async {
    guard let mediator = mediator(id), waits[number] == nil else { return }
    let wait = RealWait(id)
    waits[number] = wait
    start(wait, on: mediator)
    await turn { wait.expired != nil || wait.clock.sleeperCount > 0 }
  }

  private func start(_ wait: RealWait, on mediator: AppLifecycleMediator) {
    // Only the call keeps the mediator: what a task captures is released at some later moment.
    Task { [weak mediator] in
      wait.expired = await mediator?.waitForHolds(upTo: .seconds(1), clock: wait.clock)
    }
  }

  /// The budget of a wait runs out.
  func endBudget(_ number: Int) async {
    guard let wait = waits[number] else { return }
    wait.clock.advance(by: .seconds(1))
    await turn { wait.expired != nil }
    await turn()
  }

  /// Waits for the holds of a mediator until the budget runs out.
  func runOut(_ id: Int) async {
    guard let mediator = mediator(id) else { return }
    let wait = RealWait(id)
    start(wait, on: mediator)
    // The wait may not be asleep yet; then the clock is moved again.
    await turn {
      wait.clock.advance(by: .seconds(1))
      return wait.expired != nil
    }
    await turn()
    see(.waited(mediator: id, wait.expired ?? ["never"]))
    withExtendedLifetime(mediator) {}
  }
}
