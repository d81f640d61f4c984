import Foundation
import TestSupport

/// What became of requests in flight and of idle connections when a server was told SIGTERM.
///
/// A request is in flight when the server has read its head; its body is sent after SIGTERM. So
/// each one is in flight for certain, however slow the machine is.
struct EndTrial: Sendable {
  /// Requests in flight that got their answer.
  var answered = 0
  /// Idle keep-alive connections that were closed.
  var idleClosed = 0
  /// Whether a connection was refused once the server was told to end.
  var refusesNew = false
  /// The sum that the next run finds.
  var stored = 0
  /// "exited 0" or "died 15".
  var status = ""
  /// The lines that it wrote to its log.
  var log: [String] = []

  /// Runs the service through it.
  init(requests: Int = 200, idle: Int = 20) async throws {
    let folder = try TemporaryFolder()
    let service = try await RunningService("service", in: folder.url)

    let resting = try (0..<idle).map { _ in try Connection(port: service.port) }
    for connection in resting {
      connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      guard connection.answer()?.status == 200 else {
        throw MissingLine(description: "the service does not answer")
      }
    }

    let flying = try (0..<requests).map { _ in try Connection(port: service.port) }
    for connection in flying {
      connection.send(RunningService.head(of: 10))
    }
    try await until("\(requests) requests are in flight") {
      try service.get("/waiting")?.body == "\(requests)"
    }

    service.child.send(SIGTERM)
    idleClosed = resting.count { $0.isClosedByServer() }
    refusesNew = (try? Connection(port: service.port)) == nil
    for connection in flying {
      connection.send("10")
    }
    answered = flying.count { $0.answer()?.status == 200 }
    status = try await service.child.wait()
    log = service.log.all

    let next = try await RunningService("service", in: folder.url)
    stored = try next.get("/").flatMap { Int($0.body) } ?? 0
    _ = try await next.end()
    withExtendedLifetime(folder) {}
  }
}

/// Asks again and again until something is so; a limit ends what never will be.
func until(_ expected: String, _ isSo: () throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(30 * Sanitizer.patience)
  while try !isSo() {
    guard ContinuousClock.now < deadline else {
      throw MissingLine(description: "not in time: \(expected)")
    }
    try await Task.sleep(for: .milliseconds(10))
  }
}
