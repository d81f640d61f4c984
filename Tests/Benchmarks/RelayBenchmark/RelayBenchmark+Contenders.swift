import BenchmarkListeners
import Foundation
import LifecycleBus

extension RelayBenchmark {
  /// One post to N listeners, by each way to have them: the points of the chart that
  /// `Docs/make-pictures` draws.
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
      var contenders: [(name: String, post: Turns.Side)] = []
      for (name, stage) in stages { contenders.append((name, { stage.post($0) })) }
      let publishers = CombinePublishers(for: listeners)
      contenders.append(("N OpenCombine publishers", { publishers.post($0) }))
      if #available(macOS 26, *) {
        let messages = TypedMessages(for: listeners)
        contenders.append(("N typed messages", { messages.post($0) }))
      }
      // Short turns and many rounds: on a busy machine the median is then of turns that ran through.
      let turns = Turns(rounds: 301, times: max(1, 512 / count), contenders.map(\.post))
      for (index, contender) in contenders.enumerated() {
        results.add(contender.name, listeners: count, turns.nanoseconds(index))
      }
    }
  }
}
