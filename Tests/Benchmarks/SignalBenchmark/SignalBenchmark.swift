/// How long a signal takes to reach a listener, and whether 10,000 times Ctrl-Z and `fg` are
/// relayed and leave nothing behind.
///
/// Runs itself as the processes that get the signals; `signal-benchmark` alone is the one that
/// sends them.
@main
struct SignalBenchmark {
  static func main() throws {
    #if os(Linux)
      let words = Array(CommandLine.arguments.dropFirst())
      switch words.first {
      case "bus": Receiver.runBus()
      case "sequence": Receiver.runSequence()
      case "job": JobProgram.run()
      case "shell": try JobControl.run(terminal: words[1], pairs: Int(words[2]) ?? 0)
      default:
        try LatencyComparison(signals: words.first.flatMap(Int.init) ?? 1_000).run()
        try JobControl.start(pairs: words.dropFirst().first.flatMap(Int.init) ?? 10_000)
      }
    #else
      print("signal-benchmark reads /proc and needs Linux.")
    #endif
  }
}
