#if os(Linux)
  import Foundation
  import Glibc

  /// Sends signals to two processes in turns: one with this package's source, one with
  /// swift-service-lifecycle's sequence.
  ///
  /// SIGUSR1, which has an action, because a process gets it any number of times and lives on; and
  /// SIGTERM, which a new process gets each time. The process sleeps before, as a process does that a
  /// real signal reaches.
  struct LatencyComparison {
    let signals: Int

    private static let names = ["bus": "ProcessSignalSource", "sequence": "UnixSignalsSequence"]
    private static let kinds = ["bus", "sequence"]

    func run() throws {
      try compareActions()
      try compareEndings()
      fflush(nil)
    }

    private func compareActions() throws {
      let receivers = try Self.kinds.map { try Child(arguments: [$0], output: true) }
      for receiver in receivers { _ = try receiver.readTime() }
      let before = receivers.map { Footprint(of: $0.pid) }
      var times: [[Int64]] = [[], []]
      for _ in 0..<signals {
        for (index, receiver) in receivers.enumerated() {
          // What is measured is a receiver at rest.
          usleep(10_000)
          times[index].append(try Self.time(receiver, SIGUSR1))
        }
      }
      print("SIGUSR1 from another process to its code on the main actor, \(signals) signals each:")
      for (index, kind) in Self.kinds.enumerated() {
        Self.show(times[index], kind)
        print("    before: \(before[index])   after: \(Footprint(of: receivers[index].pid))")
      }
      for receiver in receivers { receiver.kill() }
      for receiver in receivers { _ = receiver.wait() }
    }

    private func compareEndings() throws {
      let rounds = max(1, signals / 4)
      var times: [[Int64]] = [[], []]
      for _ in 0..<rounds {
        for (index, kind) in Self.kinds.enumerated() {
          let receiver = try Child(arguments: [kind], output: true)
          _ = try receiver.readTime()
          // As above.
          usleep(10_000)
          times[index].append(try Self.time(receiver, SIGTERM))
          receiver.kill()
          _ = receiver.wait()
        }
      }
      print("SIGTERM from another process to the first call on the main actor, \(rounds) each:")
      for (index, kind) in Self.kinds.enumerated() { Self.show(times[index], kind) }
    }

    private static func time(_ receiver: Child, _ signal: Int32) throws -> Int64 {
      let start = Time.now
      Glibc.kill(receiver.pid, signal)
      return try receiver.readTime() - start
    }

    private static func show(_ times: [Int64], _ kind: String) {
      let sorted = times.sorted()
      let median = Double(sorted[sorted.count / 2]) / 1_000
      let late = Double(sorted[min(sorted.count - 1, sorted.count * 99 / 100)]) / 1_000
      let text = String(format: "  median %7.1f us   99th percentile %7.1f us   ", median, late)
      print(text + (names[kind] ?? kind))
    }
  }
#endif
