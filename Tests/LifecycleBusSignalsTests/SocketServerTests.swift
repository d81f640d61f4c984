#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite("A server that is ended by SIGTERM")
  struct SocketServerTests {
    @Test("200 requests in flight are all answered before the process dies")
    func inFlight() async throws {
      let path = TestFiles.folder
        .appending(path: "server-\(ProcessInfo.processInfo.processIdentifier).socket").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let server = try ChildProcess("SocketServer", [path, "200"])
      try await server.output.wait(for: "listening")
      var connections: [Int32] = []
      for _ in 0..<200 {
        let connection = try UnixSocket.connect(to: path)
        let request = "GET / HTTP/1.1\r\n\r\n"
        #expect(write(connection, request, request.utf8.count) == request.utf8.count)
        connections.append(connection)
      }
      try await server.output.wait(for: "in flight")
      server.send(SIGTERM)
      try await server.output.wait(for: "going down with 200")
      server.tell("answer")
      for connection in connections {
        let reader = LineReader(connection)
        try await reader.waitForEnd()
        #expect(reader.all == ["HTTP/1.1 200 OK", "Content-Length: 6", "", "hello"])
      }
      #expect(try await server.wait() == "died \(SIGTERM)")
    }
  }
#endif
