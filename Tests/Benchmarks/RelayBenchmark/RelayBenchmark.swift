import BenchmarkListeners
import Foundation
import LifecycleBus

/// What the relay costs beside what one would write by hand. Ratios of one run; absolute times are
/// for orientation.
@main
@MainActor
struct RelayBenchmark {
  private var table = ResultTable()

  static func main() {
    var benchmark = RelayBenchmark()
    benchmark.comparePosts()
    for count in [8, 64, 1000] { benchmark.compareFanOut(count) }
    benchmark.compareThousand()
    benchmark.compareAttaching()
    benchmark.compareProbe()
    benchmark.table.print()
    print(
      """

      Each ratio is the median of the ratios of its rounds. "ns" and "beside" are medians of the two sides by
      themselves, so their quotient may differ. Fan-out: the time of a post to a mediator without listeners, measured
      in the same round, is subtracted first. The mediator calls two methods of each listener, the loop one.
      """)
  }

  private mutating func comparePosts() {
    let (mediator, bare) = (Stage(mixedListeners(1)), Stage(blockObservers: 1))
    let turns = Turns(times: 4_000, { mediator.post($0) }, { bare.post($0) })
    table.add(
      "post, mediator with one listener / one block observer",
      ratio: turns.median { $0[0] / $0[1] }, goal: "<= 1.25",
      turns.nanoseconds(0), beside: turns.nanoseconds(1))
  }

  private mutating func compareFanOut(_ count: Int) {
    let listeners = mixedListeners(count)
    let (full, empty) = (Stage(listeners), Stage([]))
    let turns = Turns(
      times: max(100, 40_000 / count), { full.post($0) }, { empty.post($0) },
      { times in
        for _ in 0..<times {
          for listener in listeners { listener.onAppDidBecomeActive() }
        }
      })
    table.add(
      "fan-out to \(count), mediator / for loop, per listener",
      ratio: turns.median { ($0[0] - $0[1]) / $0[2] }, goal: "<= 1",
      turns.median { ($0[0] - $0[1]) / Double(count) },
      beside: turns.nanoseconds(2) / Double(count))
  }

  private mutating func compareThousand() {
    let listeners = mixedListeners(1000)
    let (mediator, blocks) = (Stage(listeners), Stage(blockObservers: 1000))
    // What a hand-written observer has to do in Swift 6 to call something on the main actor.
    let isolated = Stage(blockObservers: 1000) { index in
      let listener = MainActorBox(listeners[index])
      return { _ in MainActor.assumeIsolated { listener.value.onAppDidBecomeActive() } }
    }
    let turns = Turns(
      times: 40, { mediator.post($0) }, { blocks.post($0) }, { isolated.post($0) })
    table.add(
      "1000 listeners / 1000 empty block observers", ratio: turns.median { $0[0] / $0[1] },
      goal: "<= 0.125", turns.nanoseconds(0), beside: turns.nanoseconds(1))
    table.add(
      "1000 listeners / 1000 blocks that call one, isolated",
      ratio: turns.median { $0[0] / $0[2] }, goal: "", turns.nanoseconds(0),
      beside: turns.nanoseconds(2))
  }

  /// Each size has its turn with as many attachments altogether as the others.
  private mutating func compareAttaching() {
    let sizes = [100, 10_000, 100_000]
    let most = 100_000
    let listeners = distinctListeners(most)
    let mediators = sizes.map { _ in AppLifecycleMediator(notificationCenter: NotificationCenter())
    }
    func side(_ index: Int) -> Turns.Side {
      { times in
        for _ in 0..<(times / sizes[index]) {
          for listener in listeners[..<sizes[index]] { mediators[index].attach(listener) }
          for listener in listeners[..<sizes[index]] { mediators[index].detach(listener) }
        }
      }
    }
    let turns = Turns(rounds: 61, times: most, side(0), side(1), side(2))
    for index in 1..<sizes.count {
      table.add(
        "attach and detach, each, of \(sizes[index]) / of 100",
        ratio: turns.median { $0[index] / $0[0] }, goal: "flat",
        turns.nanoseconds(index), beside: turns.nanoseconds(0))
    }
  }

  private mutating func compareProbe() {
    let listeners = mixedListeners(8)
    let (probed, plain) = (Stage(listeners), Stage(listeners))
    probed.mediator?.probe = SilentProbe()
    let turns = Turns(times: 2_000, { probed.post($0) }, { plain.post($0) })
    table.add(
      "post to 8 listeners, with a probe / without", ratio: turns.median { $0[0] / $0[1] },
      goal: "", turns.nanoseconds(0), beside: turns.nanoseconds(1))
  }
}

/// A probe that looks at nothing: what remains is the relay's part, two clock readings and a name
/// for each listener.
private final class SilentProbe: AppLifecycleProbe {
  func relayDidCall(_ call: AppLifecycleProbeCall) {}
}

/// Something on the main actor that a closure may carry there from anywhere.
@MainActor
private final class MainActorBox {
  let value: any AppLifecycleListener
  init(_ value: any AppLifecycleListener) { self.value = value }
}
