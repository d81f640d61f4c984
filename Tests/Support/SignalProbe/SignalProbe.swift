import Dispatch
import Foundation
import LifecycleBus
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
@main
@MainActor
final class SignalProbe {
  let options = Options(CommandLine.arguments)
  let mediator: AppLifecycleMediator
  let source: ProcessSignalSource
  var holds: [AppLifecycleHold] = []

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
    mediator.onAnomaly = { [unowned self] in trace("anomaly \($0)") }
    mediator.on { [unowned self] context in
      let signal = context.signal.map { " \($0)" } ?? ""
      let origin = context.origin == .posted ? "" : " \(context.origin)"
      trace("\(context.event)\(signal)\(origin)")
      if isatty(1) == 1, context.event.direction == .up, source.terminal == .foreground {
        write("screen \(context.event)\n", to: 1)
      }
      if context.event == options.blocksIn {
        trace("blocked")
        DispatchSemaphore(value: 0).wait()
      }
    }
    trace("before \(dispositions)")
    start()
    Task {
      let signal = await source.ended()
      trace("ended \(signal?.description ?? "without a signal") terminal \(source.terminal)")
      if options.configuration.exitPolicy == .returnToMain, signal != nil { exit(3) }
    }
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
    }
  }

  func obey(_ command: String) {
    let words = command.split(separator: " ").map(String.init)
    switch words[0] {
    case "ping": trace("pong \(mediator.state) terminal \(source.terminal)")
    case "hold": holds.append(mediator.hold(words[1]) { [unowned self] in trace("expired") })
    case "release": holds.removeAll()
    case "end":
      Task {
        await source.end()
        trace("end returned")
      }
    case "await":
      Task { trace("awaited \(await source.ended()?.description ?? "without a signal")") }
    case "stop":
      source.stop()
      trace("stopped")
    case "start": start()
    case "second": startSecond()
    case "spawn": spawn()
    case "dispositions": trace("now \(dispositions)")
    case "memory": trace("memory \(status("VmRSS"))")
    case "descriptors": trace("descriptors \(openDescriptors)")
    case "leave": exit(4)
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

  private func startSecond() {
    do {
      try ProcessSignalSource(mediator: mediator).start()
      trace("ready twice")
    } catch {
      trace("error \(error.signal?.description ?? "none") \(error.code)")
    }
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

  private func status(_ field: String) -> String {
    let status = try? SystemPaths.processStatus.map {
      try String(contentsOfFile: $0, encoding: .utf8)
    }
    let line = status?.split(separator: "\n").first { $0.hasPrefix(field) }
    return line.map { $0.replacingOccurrences(of: "\t", with: " ") } ?? "\(field) unknown"
  }

  private var openDescriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 0
  }

  private func trace(_ line: String) { write("\(line)\n", to: options.trace) }

  private func write(_ text: String, to descriptor: Int32) {
    FileHandle(fileDescriptor: descriptor).write(Data(text.utf8))
  }
}
