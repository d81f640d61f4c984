import Foundation
import TestSupport
import Testing

@Suite("The filter", .serialized)
struct LinesTests {
  /// The largest prime below 2 to the power of 63: its factors take minutes.
  static let longJob = "9223372036854775783"

  @Test("it answers each line, and ends with 0 at the end of the input")
  func lines() async throws {
    let place = try Place()
    let printed = try await place.run(#"printf '12\n\n97\nx\n' | "$0"; echo "status $?""#)
    #expect(printed == ["12: 2 2 3", ": not a number", "97: 97", "x: not a number", "status 0"])
  }

  @Test(
    "yes | it | head: the reader's lines, the status that a shell expects, no complaint, no crash",
    arguments: 1...5)
  func head(count: Int) async throws {
    let place = try Place()
    let printed = try await place.run(
      #"exec 3>&1; yes 6 | "$0" 2>&3 | head -n \#(count); echo "status ${PIPESTATUS[*]}""#)
    #expect(printed == Array(repeating: "6: 2 3", count: count) + ["status 141 141 0"])
    #expect(try await place.run(#"echo 6 | "$0" 2>&1"#) == ["6: 2 3"])
  }

  @Test("Ctrl-C and kill end a long job within a moment, by the signal, and are no crash to report")
  func interrupted() async throws {
    for (name, signal) in [("Ctrl-C", SIGINT), ("kill", SIGTERM)] {
      let place = try Place()
      let job = try await Job(
        "/bin/bash", ["-c", #"exec "$0" < <(echo \#(Self.longJob); cat)"#, place.program],
        environment: place.environment)
      try await place.waitForRecord()
      let clock = ContinuousClock()
      let start = clock.now
      if signal == SIGINT { job.press("\u{3}") } else { job.send(signal) }
      #expect(try await job.news.wait(for: "died").last == "died \(signal)")
      let time = start.duration(to: clock.now)
      print("note: \(name) ended a long job within \(Int(time / .milliseconds(1))) ms")
      #expect(time < .seconds(2) * Sanitizer.patience)
      #expect(try await place.run(#"echo 6 | "$0" 2>&1"#) == ["6: 2 3"])
    }
  }

  @Test("Ctrl-C ends a shell's loop, and not only one turn of it")
  func loop() async throws {
    let place = try Place()
    let loop = #"for i in 1 2 3; do echo turn $i; echo \#(Self.longJob) | "$0"; done; echo after"#
    let job = try await Job(
      "/bin/bash", ["-c", loop, place.program], environment: place.environment)
    try await job.screen.wait(for: "turn 1")
    try await place.waitForRecord()
    job.press("\u{3}")
    #expect(try await job.news.wait(for: "died").last == "died \(SIGINT)")
    #expect(!job.screen.all.contains { $0.hasPrefix("turn 2") || $0.hasPrefix("after") })
  }

  @Test("kill -9 in a long job is reported at the next start")
  func killed() async throws {
    let place = try Place()
    let child = try ChildProcess("lines", environment: place.environment)
    child.tell(Self.longJob)
    try await place.waitForRecord()
    child.send(SIGKILL)
    #expect(try await child.wait() == "died \(SIGKILL)")
    let printed = try await place.run(#"echo 6 | "$0" 2>&1"#)
    #expect(printed.first?.contains("crashed or was killed") == true)
  }

  #if os(Linux)
    @Test("a full disk is reported, with 1")
    func fullDisk() async throws {
      let place = try Place()
      let printed = try await place.run(
        #"exec 3>&1; echo 6 | "$0" 2>&3 > /dev/full; echo "status $?""#)
      #expect(printed.first?.hasPrefix("lines: ") == true)
      #expect(printed.last == "status 1")
    }
  #endif
}

/// A home of its own for the filter, and bash to run it in.
final class Place: Sendable {
  let url: URL
  let program = ChildProcess.path(of: "lines")

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(
      ["XDG_STATE_HOME": url.path, "HOME": url.path]
    ) { $1 }
  }

  /// Runs a script to its end, with the filter as `$0`; returns what it printed.
  func run(_ script: String) async throws -> [String] {
    let shell = try ChildProcess("/bin/bash", ["-c", script, program], environment: environment)
    try await shell.wait()
    return shell.output.all
  }

  /// Waits until the filter has been in the foreground: its record says so from then on.
  func waitForRecord() async throws {
    let record = url.appending(path: "lines/last-run")
    let deadline = ContinuousClock.now + .seconds(30 * Sanitizer.patience)
    while (try? String(contentsOf: record, encoding: .utf8))?.contains("foreground=1") != true {
      guard ContinuousClock.now < deadline else {
        throw MissingLine(description: "the filter is not active in time")
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
