import Dispatch
import Foundation
import LifecycleBus
import LifecycleBusSignals
import Listeners
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process with a signal source, for tests to send signals to. It writes a line for everything it
/// is told, and does what it reads, a command a line.
@MainActor
final class SignalProbe {
  let options = Options(CommandLine.arguments)
  let mediator: AppLifecycleMediator
  let source: ProcessSignalSource
  var holds: [AppLifecycleHold] = []
  private var other: ProcessSignalSource?
  private var takenHandler: sigaction?
  var otherSources: [any DispatchSourceSignal] = []
  private var waitingActions: [CheckedContinuation<Void, Never>] = []

  static func main() {
    // A process without an async main: after `dispatchMain()` the main actor runs on worker
    // threads.
    let probe = SignalProbe()
    probe.run()
    dispatchMain()
  }

  init() {
    mediator = AppLifecycleMediator(policy: options.policy)
    source = ProcessSignalSource(mediator: mediator, configuration: options.configuration)
  }

  func run() {
    if options.tracesAnomalies {
      mediator.onAnomaly = { [unowned self] in trace("anomaly \($0)") }
    }
    mediator.on { [unowned self] context in
      let signal = context.signal.map { " \($0)" } ?? ""
      let origin = context.origin == .posted ? "" : " \(context.origin)"
      trace("\(context.event)\(signal)\(origin)")
      if isatty(1) == 1, context.event.direction == .up, source.terminal == .foreground {
        write("screen \(context.event)\n", to: 1)
      }
      if options.awaitsLate, context.event == .willTerminate {
        Task {
          await takeTurns()
          awaitEnd()
        }
      }
      if options.stopsLate, context.event == .willTerminate {
        Task {
          await takeTurns()
          source.stop()
          // Without the stop the process would have ended 50 ms after the way down.
          try? await Task.sleep(for: .milliseconds(300))
          exit(5)
        }
      }
      if context.event == options.blocksIn {
        if options.keepsStreams { keepStreams() }
        trace("blocked")
        DispatchSemaphore(value: 0).wait()
      }
    }
    if let record = options.record {
      let detector = TerminationDetector(file: URL(fileURLWithPath: record))
      mediator.attach(detector)
      trace("previous \(detector.previousRun)")
    }
    for signal in options.actions {
      source.on(signal) { [unowned self] in
        trace("action \(signal) begins")
        await withCheckedContinuation { waitingActions.append($0) }
        trace("action \(signal) ends")
      }
    }
    if options.readsLines {
      let input = LineInput()
      mediator.attach(input)
      Task {
        for await line in input.lines { trace("line \(line)") }
        trace("no more lines")
      }
    }
    if options.hangsAtExit { atexit(hang) }
    trace("before \(dispositions)")
    take(options.takenBefore)
    if options.floods { flood() }
    if options.endsFirst {
      Task {
        await source.end(.now)
        start()
        awaitEnd()
      }
    } else {
      start()
      if options.awaitsEnd { awaitEnd() }
    }
    readCommands()
  }

  private func awaitEnd() {
    Task {
      let signal = await source.end(.onSignal)
      trace("ended \(signal?.description ?? "without a signal") terminal \(source.terminal)")
      if [.automatic, .returnToMain].contains(options.configuration.exitPolicy), signal != nil {
        exit(options.code)
      }
    }
  }

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

  func obey(_ command: String) {
    let words = command.split(separator: " ").map(String.init)
    switch command.hasSuffix(" handler") ? command : words[0] {
    case "ping": trace("pong \(mediator.state) terminal \(source.terminal)")
    case "hold": holds.append(mediator.hold(words[1]) { [unowned self] in trace("expired") })
    case "release": holds.removeAll()
    case "lines": writeLines()
    case "end":
      Task {
        await source.end(.now)
        trace("end returned")
      }
    case "await":
      Task { trace("awaited \(await source.end(.onSignal)?.description ?? "without a signal")") }
    case "stop":
      source.stop()
      trace("stopped")
    case "start": start()
    case "taken": take(words[1])
    case "lose": loseDescriptors(to: words[1])
    case "second": startSecond(ProcessSignalSource(mediator: mediator))
    case "other": startOther()
    case "go":
      for action in waitingActions { action.resume() }
      waitingActions = []
    case "fork": forkChild()
    case "take handler": takenHandler = action(on: SIGTERM)
    case "put handler":
      if var handler = takenHandler { sigaction(SIGTERM, &handler, nil) }
      trace("handler is back")
    case "cycle": cycle(Int(words[1]) ?? 0)
    case "spawn": spawn()
    case "dispositions": trace("now \(dispositions)")
    case "memory": trace("memory \(status("VmRSS"))")
    case "descriptors": trace("descriptors \(openDescriptors)")
    case "standard": trace("standard \((0...2).filter { fcntl($0, F_GETFD) >= 0 })")
    case "raise":
      let numbers = words.dropFirst().compactMap { Int32($0) }
      raiseInOrder(numbers[0], numbers[1], gap: UInt32(numbers[2]))
    case "print": print("a line for standard output")
    case "leave": exit(4)
    case "crash": abort()
    default: preconditionFailure("SignalProbe: \(command) is not known.")
    }
  }

  private func start() {
    do {
      try source.start()
      trace("ready \(source.signals.map(\.description).joined(separator: " "))")
    } catch {
      trace("error \(error)")
    }
  }

  private func startSecond(_ second: ProcessSignalSource) {
    do {
      try second.start()
      trace("second \(second.signals.map(\.description).joined(separator: " "))")
    } catch .alreadyOwned(let signal, let owner) {
      trace("error \(signal) alreadyOwned \(owner)")
    } catch {
      trace("error \(error)")
    }
  }

  /// A source that has nothing but an action.
  private func startOther() {
    let other = ProcessSignalSource(
      mediator: mediator,
      configuration: .init(endingSignals: [], relaysSuspension: false), name: "other")
    other.on(.user2) { [unowned self] in trace("action of the other source") }
    self.other = other
    startSecond(other)
  }

  /// What the process does on a signal now.
  private func action(on signal: Int32) -> sigaction {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return action
  }

  /// Starts a child where listeners run, and shows which signals it blocks and ignores.
  private func spawn() {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/cat")
    process.arguments = [SystemPaths.processStatus ?? "/dev/null"]
    let pipe = Pipe()
    process.standardOutput = pipe
    do {
      try ProcessSignalSource.withoutBlockedSignals { try process.run() }
    } catch {
      return trace("error \(error)")
    }
    let status = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    for line in status.split(separator: "\n")
    where line.hasPrefix("SigBlk") || line.hasPrefix("SigIgn") {
      trace("child \(line.replacingOccurrences(of: "\t", with: " "))")
    }
  }

  /// Which signals are caught and ignored.
  private var dispositions: String { "\(status("SigCgt")) \(status("SigIgn"))" }

  func status(_ field: String) -> String {
    let status = try? SystemPaths.processStatus.map {
      try String(contentsOfFile: $0, encoding: .utf8)
    }
    let line = status?.split(separator: "\n").first { $0.hasPrefix(field) }
    return line.map { $0.replacingOccurrences(of: "\t", with: " ") } ?? "\(field) unknown"
  }

  var openDescriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 0
  }

  func trace(_ line: String) { write("\(line)\n", to: options.trace) }

  private func write(_ text: String, to descriptor: Int32) {
    FileHandle(fileDescriptor: descriptor).write(Data(text.utf8))
  }
}

private func hang() {
  _ = write(1, "exiting\n", 8)
  while true { pause() }
}
