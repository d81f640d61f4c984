import BenchmarkListeners
import Foundation
import LifecycleBus

/// What the relay costs beside the code that would be written by hand. Ratios of one run; absolute
/// times are for orientation.
///
///     relay-benchmark
@main
@MainActor
struct RelayBenchmark {
  let results = Results()

  static func main() throws {
    let benchmark = RelayBenchmark()
    benchmark.timeDefaultMediators()
    benchmark.comparePosts()
    for count in [64, 1024] { benchmark.compareFanOut(count) }
    benchmark.compareSparse()
    benchmark.compareBlocks()
    benchmark.compareSecondMediator()
    benchmark.compareProbe()
    benchmark.compareDefaultMediator()
    benchmark.compareRequests()
    benchmark.compareConstruction()
    benchmark.compareManyMediators()
    benchmark.compareAttaching()
  }

  private func comparePosts() {
    let (mediator, bare) = (Stage(mixedListeners(1)), Stage(blockObservers: 1))
    let turns = Turns(times: 4_000, { mediator.post($0) }, { bare.post($0) })
    results.add(
      "one_listener_vs_bare_post", turns.median { $0[0] / $0[1] }, goal: 2.3,
      turns.nanoseconds(0), beside: turns.nanoseconds(1))
  }

  /// Against one block observer and a loop that calls one method of each listener.
  private func compareFanOut(_ count: Int) {
    for (suffix, listeners) in [
      ("", mixedListeners(count)), ("_both_methods", talkativeListeners(count)),
    ] {
      let (mediator, loop) = (Stage(listeners), Stage(loopOver: listeners))
      let turns = Turns(
        times: max(100, 40_000 / count), { mediator.post($0) }, { loop.post($0) })
      results.add(
        "fanout_\(count)_vs_plain_loop\(suffix)", turns.median { $0[0] / $0[1] }, goal: 1.5,
        turns.nanoseconds(0), beside: turns.nanoseconds(1))
    }
  }

  private func compareSparse() {
    let listeners = sparseListeners(1024, interested: 10)
    let (mediator, loop) = (Stage(listeners), Stage(loopOver: listeners))
    let turns = Turns(times: 100, { mediator.post($0) }, { loop.post($0) })
    results.add(
      "sparse_1024_vs_plain_loop", turns.median { $0[0] / $0[1] }, goal: 1.5,
      turns.nanoseconds(0), beside: turns.nanoseconds(1))
  }

  private func compareBlocks() {
    let listeners = mixedListeners(1024)
    let (mediator, blocks) = (Stage(listeners), Stage(isolatedBlocksFor: listeners))
    let turns = Turns(times: 40, { mediator.post($0) }, { blocks.post($0) })
    results.add(
      "fanout_1024_vs_block_observers", turns.median { $0[0] / $0[1] }, goal: 0.3,
      turns.nanoseconds(0), beside: turns.nanoseconds(1))
  }

  /// What another mediator with one listener adds on the same center.
  private func compareSecondMediator() {
    let (one, two, bare) = (
      Stage(mixedListeners(1)), Stage(mixedListeners(1)), Stage(blockObservers: 1)
    )
    let second = AppLifecycleMediator(
      listeners: mixedListeners(1), notificationCenter: two.center)
    let turns = Turns(
      times: 4_000, { one.post($0) }, { two.post($0) }, { bare.post($0) })
    results.add(
      "second_mediator_vs_bare_post", turns.median { ($0[1] - $0[0]) / $0[2] },
      turns.median { $0[1] - $0[0] }, beside: turns.nanoseconds(2))
    withExtendedLifetime(second) {}
  }

  private func compareProbe() {
    let listeners = mixedListeners(8)
    let (probed, plain) = (Stage(listeners), Stage(listeners))
    probed.mediator?.probe = SilentProbe()
    let turns = Turns(times: 2_000, { probed.post($0) }, { plain.post($0) })
    results.add(
      "probe_vs_plain_8", turns.median { $0[0] / $0[1] }, goal: 4, turns.nanoseconds(0),
      beside: turns.nanoseconds(1))
  }

  /// 10,000 listeners are the largest list that matters: the list is copied at each change. Each size has its turn with as many attachments altogether as the others.
  private func compareAttaching() {
    let sizes = [10, 10_000]
    let most = 10_000
    let listeners = distinctListeners(most)
    let mediators = sizes.map { _ in AppLifecycleMediator(notificationCenter: NotificationCenter())
    }
    let center = NotificationCenter()
    func side(_ index: Int) -> Turns.Side {
      { times in
        for _ in 0..<(times / sizes[index]) {
          for listener in listeners[..<sizes[index]] { mediators[index].attach(listener) }
          for listener in listeners[..<sizes[index]] { mediators[index].detach(listener) }
        }
      }
    }
    let turns = Turns(
      rounds: 31, times: most, side(0), side(1),
      { times in
        for _ in 0..<(times / 10) {
          let tokens = (0..<10).map { _ in
            center.addObserver(forName: Stage.name, object: nil, queue: nil) { _ in }
          }
          for token in tokens { center.removeObserver(token) }
        }
      })
    results.add(
      "attach_detach_vs_foundation", turns.median { $0[0] / $0[2] },
      turns.nanoseconds(0), beside: turns.nanoseconds(2))
    results.add(
      "attach_detach_10000_vs_10", turns.median { $0[1] / $0[0] },
      turns.nanoseconds(1), beside: turns.nanoseconds(0))
  }
}

/// A probe that looks at nothing: what remains is the relay's own part.
private final class SilentProbe: AppLifecycleProbe {
  func relayDidCall(_ call: AppLifecycleProbeCall) {}
}
