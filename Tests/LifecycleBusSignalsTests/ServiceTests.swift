import Foundation
import TestSupport
import Testing

/// The worker of the page *Services*, with a database that's a listener, ended at random moments.
@Suite(
  "A service with a database, a worker and a server", .serialized,
  .timeLimit(.minutes(hangMinutes)),
  .enabled(if: Sanitizer.current == nil, Comment(rawValue: Sanitizer.skipsPrograms)))
struct ServiceTests {
  /// What one run has left behind.
  private struct Remains {
    var accepted: [String] = []
    var database: [String] = []
    var status = ""

    var isClosedLast: Bool { database.last == "closed" }

    /// Each accepted job was done, once, and nothing was done while the database was closed.
    var isComplete: Bool {
      let done = database.filter { $0.hasPrefix("done") }.map { $0.dropFirst(5) }
      let lacks = accepted.contains { !done.contains($0.dropFirst(9)) }
      let isMisused = database.contains { $0.hasPrefix("misused") }
      return !lacks && !isMisused && Set(done).count == done.count
    }
  }

  @Test(
    "at a random moment: no accepted job is lost, the database closes last, and the record agrees",
    arguments: [SIGTERM, SIGINT, SIGKILL])
  func randomMoment(signal: Int32) async throws {
    var orderly = 0
    let rounds = Rounds.count(5)

    for _ in 0..<rounds {
      let folder = TestFiles.folder.appending(path: "service-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer {
        try? FileManager.default.removeItem(at: folder)
      }

      let remains = try await run(in: folder, until: signal)
      let next = try await run(in: folder, until: nil)
      let wasClean = next.accepted.first == "last run clean"

      if signal == SIGKILL {
        #expect(!wasClean, "\(remains)")
        #expect(remains.status == "died \(SIGKILL)")
      } else {
        #expect(remains.isComplete, "\(remains)")
        #expect(remains.isClosedLast, "\(remains)")
        #expect(wasClean, "\(next)")
        #expect(remains.status == (signal == SIGTERM ? "exited 0" : "died \(SIGINT)"))
      }
      if remains.isComplete && remains.isClosedLast {
        orderly += 1
      }
    }

    print("\(orderly) of \(rounds) ends by signal \(signal) were in order")
  }

  /// Sends request after request, and the signal at a random moment; without one, the end of the
  /// input ends the service.
  private func run(in folder: URL, until signal: Int32?) async throws -> Remains {
    let child = try ChildProcess("ServiceChild", [folder.path])
    let opening = try await child.output.wait(for: "last run")

    if let signal {
      let count = Int.random(in: 1...60)
      for job in 1...count {
        child.tell("\(job)")
      }
      try await child.output.wait(for: "accepted \(Int.random(in: 1...count))")
      child.send(signal)
    } else {
      child.tell("end")
    }

    var remains = Remains()
    remains.status = try await child.wait()
    remains.accepted =
      signal == nil ? opening : child.output.all.filter { $0.hasPrefix("accepted") }
    let text = try? String(
      contentsOf: folder.appending(path: "database"), encoding: .utf8)
    remains.database = (text ?? "").split(separator: "\n").map(String.init)
    return remains
  }
}
