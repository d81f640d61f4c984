#if os(macOS) || os(Linux)
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// A probe that gets SIGTERM, has a hold and a budget of a second, and stands still for longer.
  package enum FrozenWork {
    /// Lets a probe stand on the way down, and then releases its hold.
    ///
    /// On a busy machine the time before and after may use up the budget. Then the trial did not try
    /// what it is for, and is done again, at most 20 times.
    ///
    /// - `stop`: Stops the process, and returns what lets it go on.
    /// - The result: How the process ended, and what it traced.
    package static func trial(
      stop: (ChildProcess) async throws -> () throws -> Void
    ) async throws -> (end: String, trace: [String]) {
      var attempt = 1
      while true {
        let child = try ChildProcess("SignalProbe", ["--budget", "1000"])
        try await child.output.wait(for: "ready")
        child.tell("hold upload")
        child.tell("ping")
        try await child.output.wait(for: "pong")
        let signalled = ContinuousClock.now
        child.send(SIGTERM)
        try await child.output.wait(for: "willTerminate")
        let goOn: () throws -> Void
        do {
          goOn = try await stop(child)
        } catch {
          // It has ended meanwhile.
          guard signalled.duration(to: .now) > .milliseconds(600), attempt < 20 else { throw error }
          attempt += 1
          continue
        }
        let stopped = ContinuousClock.now
        // The time is what is tested: more than the budget and its grace.
        try await Task.sleep(for: .milliseconds(1_600))
        let continued = ContinuousClock.now
        try goOn()
        child.tell("release")
        let end = try await child.wait()
        let running = signalled.duration(to: stopped) + continued.duration(to: .now)
        // A stop counts as 250 ms, and some is left for the process itself.
        if running < .milliseconds(600) || attempt == 20 { return (end, child.output.all) }
        attempt += 1
      }
    }

    /// Stops the process with a signal.
    package static func bySignal(_ child: ChildProcess) -> () throws -> Void {
      child.send(SIGSTOP)
      return { child.send(SIGCONT) }
    }
  }
#endif
