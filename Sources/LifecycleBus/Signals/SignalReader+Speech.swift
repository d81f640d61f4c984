extension SignalReader {
  /// Writes a sentence to standard error, from any thread. The caller waits for 100 ms at most,
  /// because a full pipe blocks the write.
  func complain(_ sentence: @autoclosure @escaping @Sendable () -> String) {
    guard canComplain else { return }
    SignalSystem.attempt { SignalSystem.writeError("LifecycleBus: \(sentence())\n") }
  }

  func putBackScreen() {
    if let screen { SignalSystem.attempt { screen.putBack() } }
  }

  /// Says why the process is ended by force.
  func complain(of signal: ProcessSignal) {
    complain(Self.complaint(of: signal, budget: self.budget, holds: self.openHolds()))
  }

  private static func complaint(
    of signal: ProcessSignal, budget: Duration, holds: [String]
  ) -> String {
    "\(signal) came, and the main actor did not answer within \(budget), so the process ends "
      + "now. Move work that blocks the main thread to another one."
      + (holds.isEmpty ? "" : " Holds that were open: \(holds.joined(separator: ", ")).")
  }
}
