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
  private var childInFront: CheckedContinuation<Void, Never>?
  private let mayReturn = Gate()
  private let mayLaunch = Gate()

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
    mediator.on { [unowned self] in heard($0) }
    if options.launchesSlowly {
      mediator.attach(SlowListener { [unowned self] in await launch() })
    }
    addActions()
    if options.tracesEnding {
      traceEnding()
    }

    if options.hangsAtExit {
      atexit(hang)
    }
    if options.otherCodeHasStop {
      signal(SIGTSTP) { _ in _ = Foundation.write(3, "other code has SIGTSTP\n", 23) }
    }

    if options.body == .none {
      start()
    } else {
      Task { await run() }
    }
    readCommands()
  }

  private func heard(_ context: AppLifecycleContext) {
    trace(Self.line(for: context))

    if isatty(1) == 1, context.event.direction == .up {
      write("screen \(context.event)\n", to: 1)
    }
    if options.holdsInBackground, context.event == .didEnterBackground {
      holds.append(mediator.hold("save"))
    }
    if options.otherCodeTakesTermination, context.event == .didBecomeActive {
      signal(SIGTERM) { _ in _exit(9) }
    }
    if context.event == options.blocksIn {
      blockForEver()
    }
  }

  private static func line(for context: AppLifecycleContext) -> String {
    var line = "\(context.event)"
    if let signal = context.signal {
      line += " \(signal)"
    }
    if context.origin != .posted {
      line += " \(context.origin)"
    }
    return line
  }

  private func blockForEver() {
    if options.locksStreams {
      flockfile(stdout)
      flockfile(stderr)
    }
    trace("blocked")
    DispatchSemaphore(value: 0).wait()
  }

  private func addActions() {
    for signal in options.actions {
      source.on(signal) { [unowned self] in
        trace("action \(signal) begins")
        await withCheckedContinuation { waitingActions.append($0) }
        trace("action \(signal) ends")
      }
    }
  }

  private func launch() async {
    await mayLaunch.wait()
    trace("launched")
  }

  private func traceEnding() {
    source.onEnding { [unowned self] in
      trace("ending \(mediator.state) \(source.isEnding)")
      source.onEnding { [unowned self] in trace("ending, late") }
    }
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
        if options.printsEarly {
          print("printed early")
        }
        trace("ready")
        try await perform(options.body)
      }
      trace("ended \(signal?.description ?? "without a signal")")
    } catch {
      trace("error \(error)")
      // Another run goes on, or a test tells how to end.
      if isOfStart(error) { return }
      exit(8)
    }

    exit(3)
  }

  private func isOfStart(_ error: any Error) -> Bool {
    switch error as? ProcessSignalError {
    case nil, .holdsExpired: false
    default: true
    }
  }

  private func perform(_ body: ProbeBody) async throws {
    switch body {
    case .none, .returns:
      break
    case .fails:
      throw Mistake()
    case .exits:
      exit(7)
    case .stopsTheSource:
      source.stop()
    case .returnsWhenTold:
      await mayReturn.wait()
    case .failsWhenTold:
      await mayReturn.wait()
      throw Mistake()

    case .returnsWhenCancelled:
      await untilCancelled()
    case .throwsWhenCancelled:
      try await Task.sleep(for: .seconds(3_600))
    case .cleansUpWhenCancelled:
      await untilCancelled()
      await work()
      trace("cleaned up")
    case .failsWhenCancelled:
      await untilCancelled()
      throw Mistake()
    case .ignoresCancellation:
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    case .blocksTheMainActor:
      while true {
        usleep(1_000)
      }

    case .holdsToItsEnd:
      let hold = mediator.hold("all of it")
      await untilCancelled()
      hold.release()
    case .leavesAHold:
      holds.append(mediator.hold("left"))
    }
  }

  private func untilCancelled() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(3_600))
    }
  }

  /// Takes a moment, and is not cut short by a cancellation.
  private func work() async {
    await Task { try? await Task.sleep(for: .milliseconds(100)) }.value
  }

  // MARK: Commands

  private func readCommands() {
    let descriptor = options.commands

    Thread.detachNewThread {
      let input = FileHandle(fileDescriptor: descriptor)
      var buffer = Data()

      while case let data = input.availableData, !data.isEmpty {
        buffer += data
        while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
          let line = String(decoding: buffer[buffer.startIndex..<end], as: UTF8.self)
          buffer = buffer[(end + 1)...]
          DispatchQueue.main.async { self.obey(line) }
        }
      }

      // A test that is over leaves no probe behind. With standard input the test kills its child.
      if descriptor != 0 {
        _exit(6)
      }
    }
  }

  private func obey(_ line: String) {
    guard let command = ProbeCommand(rawValue: line) else {
      preconditionFailure("SignalProbe: \(line) is not known.")
    }

    switch command {
    case .ping:
      trace("pong \(mediator.state)")

    case .openHold:
      holds.append(mediator.hold("upload") { [unowned self] in trace("expired") })
    case .releaseHolds:
      holds.removeAll()

    case .endLaunch:
      mayLaunch.open()
    case .returnFromBody:
      mayReturn.open()
    case .endActions:
      endActions()

    case .runAgain:
      Task { await run() }
    case .startSecondSource:
      startSecondSource()

    case .putChildInFront:
      Task { await putChildInFront() }
    case .endChild:
      childInFront?.resume()

    case .print:
      print("a line for standard output")
    case .writeToBrokenPipe:
      writeToBrokenPipe()
    case .listStandardFiles:
      trace("standard \((0...2).filter { fcntl($0, F_GETFD) >= 0 })")

    case .measureIdling:
      Task { await measureIdling() }

    case .showSignalsOfChild:
      showSignalsOfChild()

    case .exit:
      exit(4)
    }
  }

  private func endActions() {
    for action in waitingActions {
      action.resume()
    }
    waitingActions = []
  }

  private func startSecondSource() {
    do {
      try ProcessSignalSource(mediator: mediator).start()
    } catch {
      trace("error \(error)")
    }
  }

  private func putChildInFront() async {
    await source.withChildInFront {
      trace("child begins")
      await withCheckedContinuation { childInFront = $0 }
      trace("child ends")
    }
    trace("child is over")
  }

  private func writeToBrokenPipe() {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    close(ends[0])
    let result = Foundation.write(ends[1], "x", 1)
    trace("wrote \(result) \(errno == EPIPE)")
  }

  private func measureIdling() async {
    let start = processorTime()
    try? await Task.sleep(for: .seconds(1))
    trace("idle \(processorTime() - start < 0.1)")
  }

  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }

  /// Starts a child where listeners run.
  private func showSignalsOfChild() {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/grep")
    process.arguments = ["-E", "^Sig(Blk|Ign)", "/proc/self/status"]

    do {
      try ProcessSignalSource.withUnblockedSignals { try process.run() }
    } catch {
      trace("error \(error)")
    }
  }

  private func trace(_ line: String) {
    write("\(line)\n", to: options.trace)
  }

  private func write(_ text: String, to descriptor: Int32) {
    FileHandle(fileDescriptor: descriptor).write(Data(text.utf8))
  }
}

/// Is told when to return from its launch.
private final class SlowListener: AppLifecycleAsyncListener {
  private let launch: @MainActor () async -> Void

  init(launch: @escaping @MainActor () async -> Void) { self.launch = launch }

  func onAppDidFinishLaunching() async { await launch() }
}

func waitForASignal() -> Never {
  while true {
    pause()
  }
}

private func hang() {
  _ = write(1, "exiting\n", 8)
  waitForASignal()
}
