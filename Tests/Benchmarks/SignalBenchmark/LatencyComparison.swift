#if os(Linux)
  import Foundation
  import Glibc

  /// Sends SIGCONT to two processes in turns: one with this package's source, one with
  /// swift-service-lifecycle's sequence.
  ///
  /// SIGCONT, because a process gets it any number of times and lives on. The source takes two
  /// within 100 ms for one, so each process has its turn every 110 ms; it sleeps meanwhile, as a
  /// process does that a real signal reaches.
  struct LatencyComparison {
    let signals: Int

    func run() throws {
      let receivers = [
        try Child(arguments: ["bus"], output: true),
        try Child(arguments: ["sequence"], output: true),
      ]
      for receiver in receivers { _ = try receiver.readTime() }
      let before = receivers.map { Footprint(of: $0.pid) }
      var times: [[Int64]] = [[], []]
      for _ in 0..<signals {
        for (index, receiver) in receivers.enumerated() {
          usleep(55_000)
          let start = Time.now
          kill(receiver.pid, SIGCONT)
          times[index].append(try receiver.readTime() - start)
        }
      }
      print(
        "SIGCONT from another process to the first call on the main actor, \(signals) signals each:"
      )
      for (index, name) in ["ProcessSignalSource", "UnixSignalsSequence"].enumerated() {
        let sorted = times[index].sorted()
        let median = Double(sorted[sorted.count / 2]) / 1_000
        let late = Double(sorted[min(sorted.count - 1, sorted.count * 99 / 100)]) / 1_000
        print(
          String(format: "  median %7.1f us   99th percentile %7.1f us   ", median, late) + name)
        print("    before: \(before[index])   after: \(Footprint(of: receivers[index].pid))")
      }
      for receiver in receivers { receiver.kill() }
      fflush(nil)
    }
  }
#endif
