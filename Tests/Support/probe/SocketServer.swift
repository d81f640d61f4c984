#if os(macOS) || os(Linux)
  import Foundation
  import LifecycleBus
  import LifecycleBusSignals
  import TestSupport

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  // A small HTTP server on a Unix socket, for the test of requests that are in flight at SIGTERM. It
  // answers when it reads "answer" from standard input.
  //
  //   SocketServer PATH REQUESTS

  @MainActor
  func socketServer() async throws {
    let path = CommandLine.arguments[1]
    let requests = Int(CommandLine.arguments[2]) ?? 0

    /// The connections whose request was read, and the answers that are left to give.
    let waiting = LockedCount(requests)
    let unanswered = LockedCount(requests)
    let mayAnswer = DispatchSemaphore(value: 0)

    let listening = try UnixSocket.listen(at: path)
    let mediator = AppLifecycleMediator(policy: .lifecycle)
    let source = ProcessSignalSource(
      mediator: mediator, configuration: .init(budget: .seconds(30), exitPolicy: .dieBySignal))
    let allAnswered = Gate()
    mediator.on(.willResignActive) { _ in close(listening) }
    mediator.on(.didEnterBackground) { _ in
      let hold = mediator.hold("requests in flight")
      say("going down with \(unanswered.value)")
      Task {
        await allAnswered.wait()
        hold.release()
      }
    }
    try source.start()
    say("listening")

    Thread.detachNewThread {
      while case let connection = accept(listening, nil, nil), connection >= 0 {
        Thread.detachNewThread {
          var request = [UInt8](repeating: 0, count: 1024)
          _ = read(connection, &request, request.count)
          if waiting.decrement() == 0 { say("in flight") }
          mayAnswer.wait()
          let answer = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello\n"
          _ = answer.withCString { write(connection, $0, answer.utf8.count) }
          close(connection)
          if unanswered.decrement() == 0 { allAnswered.open() }
        }
      }
    }
    Thread.detachNewThread {
      while readLine() != nil { for _ in 0..<requests { mayAnswer.signal() } }
    }
    await source.end(.onSignal)
  }
#endif
