import Foundation
import LifecycleBus
import LifecycleBusSignals
import Listeners

/// A service with a database, a worker and a server, as the page *Services* has it. A request is a
/// number on a line of standard input; the folder of its files is the first argument.
@MainActor
func serviceChild() async throws {
  let folder = URL(fileURLWithPath: CommandLine.arguments[1])
  let detector = TerminationDetector(file: folder.appendingPathComponent("last-run"))
  say("last run \(detector.previousRun.ending)")

  let database = Database(folder.appendingPathComponent("database"))
  let mediator = AppLifecycleMediator(policy: .balanced.mirrored) {
    detector
    database
  }
  let source = ProcessSignalSource(
    mediator: mediator, configuration: .init(budget: .seconds(60)))

  try await source.run {
    let (jobs, queue) = AsyncStream.makeStream(of: Int.self)
    let server = Task {
      while let line = try? await StandardInput.readLine(), let job = Int(line) {
        queue.yield(job)
        say("accepted \(job)")
      }
      queue.finish()
    }
    source.onEnding { server.cancel() }

    for await job in jobs {
      await mediator.withHold("job \(job)") { await database.write("done \(job)") }
    }
  }
}

/// Says in its file whether somebody used it before it was open, or after it was closed.
@MainActor
private final class Database: AppLifecycleAsyncListener {
  private let descriptor: Int32
  private var isOpen = false

  init(_ file: URL) {
    descriptor = open(file.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  }

  func onAppDidFinishLaunching() async {
    await takeAMoment()
    isOpen = true
    append("open")
  }

  func onAppWillTerminate() async {
    await takeAMoment()
    isOpen = false
    append("closed")
  }

  func write(_ line: String) async {
    await takeAMoment()
    append(isOpen ? line : "misused for \(line)")
  }

  private func append(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = Foundation.write(descriptor, bytes, bytes.count)
  }

  private func takeAMoment() async {
    try? await Task.sleep(for: .microseconds(Int.random(in: 0..<2_000)))
  }
}
