import Foundation
import TestSupport

/// A server of this package that runs as a child process, with a folder of its own.
struct RunningService: Sendable {
  let child: ChildProcess
  /// The lines of its log, which is its standard error.
  let log: LineReader
  let port: Int

  /// Starts a program and waits until it accepts connections.
  ///
  /// - `program`: The name of a program of this package.
  /// - `folder`: Takes the place of `/var/lib`.
  init(
    _ program: String, _ arguments: [String] = [], in folder: URL, variables: [String: String] = [:]
  ) async throws {
    let state = Self.state(in: folder)
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    let environment = ProcessInfo.processInfo.environment
      .merging(["PORT": "0", "STATE_DIRECTORY": state.path]) { $1 }
      .merging(variables) { $1 }

    let errors = try ChannelEnds()
    child = try ChildProcess(
      program, arguments, environment: environment, descriptors: [2: errors.write])
    close(errors.write)

    log = LineReader(errors.read)
    let line = try await log.wait(containing: "listening on port").last ?? ""
    port = line.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  /// What systemd makes for `StateDirectory=tally`, and names in `$STATE_DIRECTORY`.
  static func state(in folder: URL) -> URL { folder.appending(path: "tally") }

  /// One request on a connection of its own.
  func get(_ path: String) throws -> Connection.Answer? {
    let connection = try Connection(port: port)
    connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return connection.answer()
  }

  /// Sends a number, the body in a second part.
  func post(_ number: Int) throws -> Connection.Answer? {
    let connection = try Connection(port: port)
    connection.send(Self.head(of: number))
    connection.send("\(number)")
    return connection.answer()
  }

  /// The head of a request to add a number. From two digits on, the request begins before its body
  /// has come.
  static func head(of number: Int) -> String {
    "POST /add HTTP/1.1\r\nHost: localhost\r\nContent-Length: \("\(number)".utf8.count)\r\n\r\n"
  }

  func end() async throws -> String {
    child.send(SIGTERM)
    return try await child.wait()
  }
}

/// A folder that goes with this object.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "service-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
