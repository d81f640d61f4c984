import BenchmarkListeners
import Foundation
import LifecycleBus

extension RelayBenchmark {
  /// One post to N listeners, by each way to have them: the points of the chart.
  mutating func measureContenders() {
    for count in [1, 4, 16, 64, 256, 1024] {
      let listeners = mixedListeners(count)
      let stages: [(String, Stage)] = [
        ("N block observers", Stage(blockObservers: count)),
        ("N isolated block observers", Stage(isolatedBlocksFor: listeners)),
        ("one block and a loop", Stage(loopOver: listeners)),
        ("mediator", Stage(listeners)),
        (
          "mediator, one in ten interested",
          Stage(sparseListeners(count, interested: max(1, count / 10)))
        ),
      ]
      for (name, stage) in stages {
        let turns = Turns(rounds: 31, times: max(20, 4_000 / count), { stage.post($0) })
        results.add(name, listeners: count, turns.nanoseconds(0))
      }
    }
  }
}
