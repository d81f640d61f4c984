#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport

  /// Starts the worker on a terminal, presses Ctrl-Z and says `fg` all the time, and judges.
  @MainActor
  final class Shepherd {
    private let options: Options
    private let planted: PlantedFault?
    private let clock = ContinuousClock()
    private let start = ContinuousClock.now
    private var suspensions = 0
    private var samples: [Sample] = []
    private var problems: [String] = []
    private var totals = Totals()

    init(_ options: Options, planted: PlantedFault?) {
      self.options = options
      self.planted = planted
    }

    /// The time that is asked for. A slow machine may take twice as long, for the same work.
    private var length: Duration { .seconds(options.minutes * 60) }

    func run() async {
      do {
        let job = try await Job(
          "Soak",
          ["--worker", "\(options.minutes)", "\(options.relays)", planted?.rawValue ?? "none"],
          environment: ProcessInfo.processInfo.environment.merging(
            // What each thread's arena keeps would change the memory at random.
            ["MALLOC_ARENA_MAX": "1"]
          ) { $1 })
        do {
          try await tend(job)
        } catch {
          problems.append("\("\(error)".prefix(300))")
        }
        read(job.trace.all)
      } catch {
        problems.append("\(error)")
      }
    }

    private func tend(_ job: Job) async throws {
      try await job.trace.wait(for: "up 0")
      var nextSample = Duration.zero
      while suspensions < options.suspensions || clock.now - start < length {
        guard clock.now - start < length * 2 else { throw Slow() }
        job.press("\u{1A}")
        _ = try await job.news.wait(until: { $0 == "stopped \(SIGTSTP)" })
        if clock.now - start >= nextSample, let figures = ProcessFigures(of: "\(job.pid)") {
          samples.append(Sample(.stopped, after: clock.now - start, figures))
          nextSample += length / 300
        }
        job.shell("fg")
        suspensions += 1
        _ = try await job.trace.wait(until: { [suspensions] in $0 == "up \(suspensions)" })
        if suspensions.isMultiple(of: 500) { Self.say("\(suspensions) suspensions") }
        // Spread over the time. Signals of one kind within 100 ms count as one, and the resume was
        // relayed 50 ms after its signal.
        let next = start + length * (Double(suspensions) / Double(options.suspensions))
        try await clock.sleep(until: max(next, clock.now + .milliseconds(60)))
      }
      try await finish(job)
    }

    /// Lets the worker count, and ends it.
    private func finish(_ job: Job) async throws {
      job.send(SIGUSR1)
      try await job.trace.wait(for: "quiet", within: .seconds(300))
      job.send(SIGTERM)
      let line = try await job.trace.wait(for: "totals ").last ?? ""
      totals = try JSONDecoder().decode(Totals.self, from: Data(line.dropFirst(7).utf8))
      try await job.news.wait(for: "exited 0")
    }

    /// Keeps what the worker has said of itself.
    private func read(_ lines: [String]) {
      for line in lines {
        if line.hasPrefix("sample ") {
          let sample = try? JSONDecoder().decode(Sample.self, from: Data(line.dropFirst(7).utf8))
          if let sample { samples.append(sample) }
        } else if line.hasPrefix("problem ") {
          problems.append(String(line.dropFirst(8)))
        }
      }
    }

    /// Prints the judgement, and writes the figures of a run without a planted fault.
    ///
    /// - Returns: Whether all is as promised; with a planted fault, whether it was found.
    func conclude() throws -> Bool {
      let judgements = Flatness.judge(samples)
      if judgements == nil { problems.append("there are only \(samples.count) samples") }
      for flatness in judgements ?? [] {
        Self.say(
          "\(flatness.figure), \(flatness.moment): \(flatness.secondQuarter) in the second quarter, "
            + "\(flatness.lastQuarter) in the last, at most \(flatness.bound)")
        if !flatness.isFlat { problems.append("\(flatness.figure) grow, \(flatness.moment)") }
      }
      if totals.relays < options.relays { problems.append("only \(totals.relays) relays") }
      if totals.suspensions != suspensions || suspensions < options.suspensions {
        problems.append("\(totals.suspensions) whole suspensions of \(suspensions)")
      }
      for problem in problems { Self.say("error: \(problem)") }
      let minutes = (clock.now - start) / .seconds(60)
      if let planted {
        let isFound = problems.contains(where: planted.isMeant(by:))
        Self.say("planted \(planted.rawValue): \(isFound ? "found" : "NOT found")")
        return isFound
      }
      try Report(options, minutes: minutes, totals: totals, judgements: judgements ?? [])
        .write(samples, to: options.output)
      Self.say("\(totals)")
      Self.say(problems.isEmpty ? "flat, and nothing lost" : "NOT as promised")
      return problems.isEmpty
    }

    /// At once, also into a pipe.
    private static func say(_ line: String) {
      FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private struct Slow: Error, CustomStringConvertible {
      let description = "this machine was too slow: twice the time was not enough"
    }
  }
#endif
