import Foundation

/// How long a process takes from SIGTERM to its end, and what it holds of the system until then, with
/// a `ProcessSignalSource` and with the few lines that one would write by hand.
///
/// Runs itself as the processes that get the signals; `signal-benchmark ROUNDS` alone is the one that
/// sends them.
@main
struct SignalBenchmark {
  #if os(Linux)
    /// How many processes of each kind get SIGTERM, one kind after the other.
    let rounds: Int
    private var times: [Receiver: [Duration]] = [:]
    private var footprints: [Receiver: String] = [:]

    init(rounds: Int) { self.rounds = rounds }

    static func main() throws {
      let word = CommandLine.arguments.dropFirst().first ?? ""
      if let kind = Receiver(rawValue: word) {
        kind.run()
      }

      var benchmark = SignalBenchmark(rounds: Int(word) ?? 250)
      try benchmark.run()
      benchmark.printResults()
    }

    private mutating func run() throws {
      for _ in 0..<rounds {
        for kind in Receiver.allCases {
          try measure(kind)
        }
      }
    }

    private mutating func measure(_ kind: Receiver) throws {
      let pid = try start(kind)
      // What is measured is a process at rest.
      usleep(10_000)
      footprints[kind] = footprint(of: pid)

      var status: Int32 = 0
      let time = ContinuousClock().measure {
        kill(pid, SIGTERM)
        while waitpid(pid, &status, 0) < 0, errno == EINTR {
          // Once more.
        }
      }

      guard status == 0 else { throw Failure(description: "\(kind): status \(status)") }
      times[kind, default: []].append(time)
    }

    private func printResults() {
      print("SIGTERM from another process to the end, \(rounds) processes each:")
      for kind in Receiver.allCases {
        let sorted = times[kind, default: []].sorted().map { $0 / .microseconds(1) }
        let median = sorted[sorted.count / 2]
        let late = sorted[sorted.count * 99 / 100]

        let text = String(format: "  median %7.1f us   99th percentile %7.1f us   ", median, late)
        print("\(text)\(kind.rawValue)\n    \(footprints[kind] ?? "")")
      }
    }

    struct Failure: Error, CustomStringConvertible {
      let description: String
    }

    /// Runs this program once more, and waits until a signal may come.
    private func start(_ kind: Receiver) throws -> pid_t {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw Failure(description: "no pipe: \(errno)") }
      defer {
        close(ends[0])
      }

      let pid = Result { try spawn(kind, output: ends[1], closing: ends) }
      close(ends[1])
      let started = try pid.get()

      var byte: UInt8 = 0
      guard read(ends[0], &byte, 1) == 1 else { throw Failure(description: "\(kind) is not ready") }
      return started
    }

    private func spawn(_ kind: Receiver, output: Int32, closing ends: [Int32]) throws -> pid_t {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer {
        posix_spawn_file_actions_destroy(&actions)
      }
      posix_spawn_file_actions_adddup2(&actions, output, 1)
      for end in ends {
        posix_spawn_file_actions_addclose(&actions, end)
      }

      let strings = ["signal-benchmark", kind.rawValue]
      var words: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
      defer {
        words.forEach { free($0) }
      }

      var pid: pid_t = 0
      let result = posix_spawn(&pid, "/proc/self/exe", &actions, nil, &words, environ)
      guard result == 0 else { throw Failure(description: "no process: \(result)") }
      return pid
    }

    /// What a process holds of the system.
    private func footprint(of pid: pid_t) -> String {
      let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")) ?? []
      let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""

      func field(_ name: String) -> String {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        guard let line else { return "?" }
        return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
      }

      return "\(open.count) descriptors, \(field("VmRSS")) resident, \(field("Threads")) threads"
    }
  #else
    static func main() { print("signal-benchmark reads /proc and needs Linux.") }
  #endif
}
