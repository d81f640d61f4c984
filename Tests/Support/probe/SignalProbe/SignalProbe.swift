import Dispatch
// The streams of C are variables there, which the library sets before `main` and never again.
@preconcurrency import Foundation
import LifecycleBus
import LifecycleBusSignals
import TestSupport

/// A process with a signal source, for tests to send signals to. It writes a line for everything it
/// is told, and does what it reads, a command a line.
@MainActor
final class SignalProbe {
  let options = Options(CommandLine.arguments)
  let mediator: AppLifecycleMediator
  let source: ProcessSignalSource
  private var holds: [AppLifecycleHold] = []
  private var waitingActions: [CheckedContinuation<Void, Never>] = []
  private var childIsOver: CheckedContinuation<Void, Never>?
  private let mayReturn = Gate()

  static func main() {
    // A process without an async main: after `dispatchMain()` the main actor runs on worker
    // threads.
    let probe = SignalProbe()
    probe.begin()
    dispatchMain()
  }

  init() {
    mediator = AppLifecycleMediator(policy: .balanced)
    source = ProcessSignalSource(mediator: mediator, configuration: options.configuration)
  }

  private func begin() {
    if options.tracesAnomalies {
      mediator.onAnomaly = { [unowned self] in trace("anomaly \($0)") }
    }
    mediator.on { [unowned self] context in
      let signal = context.signal.map { " \($0)" } ?? ""
      let origin = context.origin == .posted ? "" : " \(context.origin)"
      trace("\(context.event)\(signal)\(origin)")
      if options.signalsEarly, context.event == .didFinishLaunching {
        ProcessSignalSource.withUnblockedSignals { _ = raise(SIGTERM) }
        usleep(100_000)
      }
      if isatty(1) == 1, context.event.direction == .up, source.terminal == .foreground {
        write("screen \(context.event)\n", to: 1)
      }
      if context.event == .didBecomeActive { take(options.takenLater) }
      if context.event == options.blocksIn {
        if options.keepsStreams {
          flockfile(stdout)
          flockfile(stderr)
        }
        trace("blocked")
        DispatchSemaphore(value: 0).wait()
      }
    }
    for signal in options.actions {
      source.on(signal) { [unowned self] in
        trace("action \(signal) begins")
        await withCheckedContinuation { waitingActions.append($0) }
        trace("action \(signal) ends")
      }
    }
    if options.hangsAtExit { atexit(hang) }
    take(options.takenBefore)
    if options.body == "none" { start() } else { Task { await run() } }
    readCommands()
  }

  private func start() {
    do {
      try source.start()
      trace("ready")
    } catch {
      trace("error \(error)")
    }
  }

  // MARK: Bodies

  struct Mistake: Error {}

  private func run() async {
    do {
      let signal = try await source.run { [self] in
        trace("ready")
        try await perform(options.body)
      }
      trace("ended \(signal?.description ?? "without a signal") terminal \(source.terminal)")
      if options.flushesForEver { print(String(repeating: "x", count: 1 << 20)) }
      exit(3)
    } catch {
      trace("error \(error)")
      if !(error is ProcessSignalError) { exit(8) }
    }
  }

  private func perform(_ body: String) async throws {
    switch body {
    case "wait": await untilCancelled()
    case "cancel": try await Task.sleep(for: .seconds(3_600))
    case "clean":
      await untilCancelled()
      await Task { try? await Task.sleep(for: .milliseconds(100)) }.value
      trace("cleaned up")
    case "error":
      await untilCancelled()
      throw Mistake()
    case "never": await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    case "busy": while true { usleep(1_000) }
    case "hold":
      let hold = mediator.hold("all of it")
      await untilCancelled()
      hold.release()
    case "jobs":
      while mediator.state != .terminated {
        let hold = mediator.hold("a job")
        trace("job begins")
        await Task { try? await Task.sleep(for: .milliseconds(100)) }.value
        trace("job ends")
        hold.release()
      }
    case "return": break
    case "throw": throw Mistake()
    case "exit": exit(7)
    case "stop": source.stop()
    case "gate": await mayReturn.wait()
    default: preconditionFailure("SignalProbe: \(body) is no body.")
    }
  }

  private func untilCancelled() async {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
  }

  // MARK: Commands

  private func readCommands() {
    let descriptor = options.commands
    Thread.detachNewThread {
      let input = FileHandle(fileDescriptor: descriptor)
      var buffer = Data()
      while case let data = input.availableData, !data.isEmpty {
        buffer += data
        while let end = buffer.firstIndex(of: 10) {
          let line = String(decoding: buffer[buffer.startIndex..<end], as: UTF8.self)
          buffer = buffer[(end + 1)...]
          DispatchQueue.main.async { self.obey(line) }
        }
      }
      // A test that is over leaves no probe behind. With standard input the test kills its child.
      if descriptor != 0 { _exit(6) }
    }
  }

  private func obey(_ command: String) {
    let words = command.split(separator: " ").map(String.init)
    switch words[0] {
    case "ping": trace("pong \(mediator.state) terminal \(source.terminal)")
    case "hold": holds.append(mediator.hold(words[1]) { [unowned self] in trace("expired") })
    case "release": holds.removeAll()
    case "return": mayReturn.open()
    case "lines":
      Task.detached { [self] in
        for _ in 0..<100 { writeLine() }
        await trace("100 lines")
      }
    case "stop":
      source.stop()
      trace("stopped")
    case "start": start()
    case "run": Task { await run() }
    case "second":
      do { try ProcessSignalSource(mediator: mediator).start() } catch { trace("error \(error)") }
    case "child":
      Task {
        await source.withChildInFront {
          trace("child begins")
          await withCheckedContinuation { childIsOver = $0 }
          trace("child ends")
        }
        trace("child is over")
      }
    case "over": childIsOver?.resume()
    case "go":
      for action in waitingActions { action.resume() }
      waitingActions = []
    case "fork": forkChild()
    case "spawn": spawn()
    case "standard": trace("standard \((0...2).filter { fcntl($0, F_GETFD) >= 0 })")
    case "break": breakPipe()
    case "print": print("a line for standard output")
    case "leave": exit(4)
    default: preconditionFailure("SignalProbe: \(command) is not known.")
    }
  }

  /// Writes to a socket whose other end has gone.
  private func breakPipe() {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    close(ends[0])
    let result = Foundation.write(ends[1], "x", 1)
    trace("wrote \(result) \(errno == EPIPE)")
  }

  /// A child that runs no other program: it waits for a signal.
  private func forkChild() {
    let child = ProcessSignalSource.withUnblockedSignals {
      let child = fork()
      if child == 0 { while true { pause() } }
      return child
    }
    trace("forked \(child)")
    Thread.detachNewThread { [options] in
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      let line = status & 0x7f == 0 ? "exited" : "died \(status & 0x7f)"
      FileHandle(fileDescriptor: options.trace).write(Data("forked child \(line)\n".utf8))
    }
  }

  /// Gives SIGTERM or SIGTSTP to other code.
  private func take(_ kind: String) {
    switch kind {
    case "plain": signal(SIGTERM) { _ in _exit(9) }
    case "suspend": signal(SIGTSTP) { _ in _ = Foundation.write(3, "other code has SIGTSTP\n", 23) }
    default: break
    }
  }

  /// Starts a child where listeners run, which shows the signals that it blocks and ignores.
  private func spawn() {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/grep")
    process.arguments = ["-E", "^Sig(Blk|Ign)", "/proc/self/status"]
    do {
      try ProcessSignalSource.withUnblockedSignals { try process.run() }
    } catch {
      trace("error \(error)")
    }
  }

  private func trace(_ line: String) { write("\(line)\n", to: options.trace) }

  private func write(_ text: String, to descriptor: Int32) {
    FileHandle(fileDescriptor: descriptor).write(Data(text.utf8))
  }
}

private func writeLine() { _ = write(1, "a line\n", 7) }

private func hang() {
  _ = write(1, "exiting\n", 8)
  while true { pause() }
}
