package import FlyingFox
import FlyingSocks
import Foundation
package import LifecycleBus
package import Logging
import ServiceLifecycle

/// Answers `GET /` with the sum, `POST /add` with the sum after a number was added, and
/// `GET /waiting` with how many numbers are on their way. Listens on `$PORT` of the address `$HOST`.
package struct TallyServer: Service {
  let tally: Tally
  let mediator: AppLifecycleMediator
  let logger: Logger
  let onListening: @Sendable () async -> Void

  package init(
    _ tally: Tally, mediator: AppLifecycleMediator, logger: Logger,
    onListening: @escaping @Sendable () async -> Void
  ) {
    self.tally = tally
    self.mediator = mediator
    self.logger = logger
    self.onListening = onListening
  }

  package func run() async throws {
    let server = try makeServer()

    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        group.addTask { try await self.accompany(server) }

        try await group.next()
        group.cancelAll()
      }
    } catch  where Task.isCancelled || Task.isShuttingDownGracefully {
      // A stop makes the server throw.
    }
  }

  private func makeServer() throws -> HTTPServer {
    let environment = ProcessInfo.processInfo.environment
    let port = environment["PORT"].flatMap(UInt16.init) ?? 8080
    let address = try sockaddr_in.inet(ip4: environment["HOST"] ?? "127.0.0.1", port: port)

    // The buffer has the size of the pieces in which a body is read, so 1 is for bodies of a few
    // bytes. The server reads the first piece before it calls the handler, which takes the hold.
    // With a larger one it would drop a request whose body is still on its way when it stops.
    return HTTPServer(
      config: .init(address: address, sharedRequestBufferSize: 1, logger: .disabled), handler: self)
  }

  /// Says when the server listens, and stops it in order.
  private func accompany(_ server: HTTPServer) async throws {
    try await server.waitUntilListening()
    if case .ip4(_, let port) = await server.listeningAddress {
      logger.notice("listening on port \(port)")
    }
    await onListening()

    try await gracefulShutdown()
    // The stop closes the port and the idle connections at once. But it always takes its whole
    // timeout, so the holds say when all requests are answered, and the end of this scope cancels
    // it.
    async let _ = server.stop(timeout: 60)
    await mediator.waitForHolds(upTo: .seconds(5))
  }
}

extension TallyServer: HTTPHandler {
  /// Takes a hold for each request: the way to the end waits for the answer, and names the request
  /// if the budget runs out first.
  package func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let name = "\(request.method.rawValue) \(request.path)"
    let hold = await mediator.hold(name)

    let number: Int? =
      switch name {
      case "GET /":
        await tally.sums.sum
      case "GET /waiting":
        await tally.waiting
      case "POST /add":
        try await tally.add { try await Self.shortBody(of: request) }
      default:
        throw HTTPUnhandledError()
      }

    let text = Array("\(number?.description ?? "Send a number.")\n".utf8)
    return HTTPResponse(
      statusCode: number == nil ? .badRequest : .ok,
      body: HTTPBodySequence(from: HeldAnswer(rest: text[...], hold: hold), count: text.count))
  }

  private static func shortBody(of request: HTTPRequest) async throws -> String {
    guard request.bodySequence.count ?? .max <= 64 else { return "" }

    let body = try await request.bodyData
    // A read that is cancelled looks like the end of the body.
    try Task.checkCancellation()
    return String(decoding: body, as: UTF8.self)
  }
}

/// The text of an answer, which keeps the hold of its request, because the server sends it after the
/// handler has returned. Once it is sent, the server asks for more; if it fails, the hold is dropped.
private struct HeldAnswer: AsyncBufferedSequence, AsyncBufferedIteratorProtocol {
  var rest: ArraySlice<UInt8>
  let hold: AppLifecycleHold

  func makeAsyncIterator() -> Self { self }

  mutating func next() async -> UInt8? { await nextBuffer(suggested: 1)?.first }

  mutating func nextBuffer(suggested count: Int) async -> ArraySlice<UInt8>? {
    if rest.isEmpty {
      hold.release()
      return nil
    }

    let piece = rest.prefix(count)
    rest = rest.dropFirst(count)
    return piece
  }
}
