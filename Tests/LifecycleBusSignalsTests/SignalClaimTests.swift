import Foundation
import TestSupport
import Testing

@testable import LifecycleBus
@testable import LifecycleBusSignals

@Suite("Which source has a signal, and what is refused", .serialized)
struct SignalClaimTests {
  #if os(Linux)
    @Test(
      "an idle process wakes for nothing, once it has looked for other handlers",
      .enabled(if: Sanitizer.current == nil, "a sanitizer has a thread of its own"))
    func idle() async throws {
      let child = try ChildProcess("SignalProbe", ["--body", "none"])
      try await child.output.wait(for: "ready")
      // The look is after one second, and Dispatch gives up its idle threads after five. No call waits
      // for that, and none for what must not be.
      try await Task.sleep(for: .seconds(8))
      let before = try wakes(of: child.pid)
      try await Task.sleep(for: .seconds(2))
      #expect(try wakes(of: child.pid) == before)
    }

    /// How often the threads of a process have begun to wait.
    private func wakes(of process: Int32) throws -> Int {
      let threads = "/proc/\(process)/task"
      return try FileManager.default.contentsOfDirectory(atPath: threads).reduce(0) { sum, thread in
        let text = try String(contentsOfFile: "\(threads)/\(thread)/status", encoding: .utf8)
        let line = text.firstMatch(of: /\nvoluntary_ctxt_switches:\s+(\d+)/)
        return sum + (try #require(line.flatMap { Int($0.1) }))
      }
    }
  #endif

  @Test(
    "a signal that other code handles is an error of start, and stays with that code",
    arguments: ["plain", "dispatch"])
  func takenBefore(kind: String) async throws {
    let child = try ChildProcess("SignalProbe", ["--taken", kind])
    let line = try await child.output.wait(for: "error").last ?? ""
    #expect(line.contains("SIGTERM is handled by other code in this process"))
    child.send(SIGTERM)
    #expect(try await child.wait() == "exited 9")
  }

  @Test(
    "a signal that other code takes later is an anomaly, a second after the start",
    arguments: ["plain", "dispatch"])
  func takenLater(kind: String) async throws {
    let child = try ChildProcess("SignalProbe")
    try await child.output.wait(for: "ready")
    child.tell("taken \(kind)")
    let line = try await child.output.wait(for: "anomaly SIGTERM").last ?? ""
    #expect(line.contains("SIGTERM goes to other code in this process now"))
    child.send(SIGTERM)
    #expect(try await child.wait() == "exited 9")
  }

  @Test("a signal that is ignored later, as by system(3), is no other code")
  func ignoredLater() async throws {
    let child = try ChildProcess("SignalProbe")
    try await child.output.wait(for: "ready")
    child.tell("taken ignored")
    // The look is after one second. No call waits for what must not be.
    try await Task.sleep(for: .milliseconds(1_500))
    child.tell("ping")
    #expect(try await child.output.wait(for: "pong") == ["pong active terminal none"])
  }

  @Test(
    "SIGQUIT may be taken from a handler of crashes, and from no other one",
    arguments: [true, false])
  func quitOfCrashes(hasCrashesToo: Bool) async {
    await #expect(processExitsWith: .success) { [hasCrashesToo] in
      // As the Swift runtime does on Linux, to print a backtrace.
      signal(SIGQUIT) { _ in _exit(9) }
      if hasCrashesToo {
        SignalSystem.restore(SignalSystem.currentAction(on: .quit), on: .init(rawValue: SIGILL))
      } else {
        signal(SIGILL, SIG_DFL)
      }
      let handler = SignalSystem.currentAction(on: .quit)
      do throws(ProcessSignalError) {
        let reader = try SignalReader(
          .init(endingSignals: [.quit], relaysSuspension: false), owner: "test"
        ) { _, _ in }
        precondition(hasCrashesToo && SignalSystem.isRelayed(.quit), "SIGQUIT was taken.")
        reader.stop()
      } catch {
        precondition(!hasCrashesToo && error == .handledElsewhere(.quit), error.description)
      }
      let after = SignalSystem.currentAction(on: .quit)
      let addresses = [handler, after].map { unsafeBitCast($0.handler, to: Int.self) }
      precondition(addresses[0] == addresses[1], "The handler was not put back.")
    }
  }

  @Test("a signal that cannot be caught is a typed error")
  func refused() async throws {
    await #expect(processExitsWith: .success) {
      let kill = ProcessSignal(rawValue: SIGKILL)
      do throws(ProcessSignalError) {
        _ = try SignalReader(
          .init(endingSignals: [.terminate, kill]), owner: "test"
        ) { _, _ in }
        preconditionFailure("SIGKILL was taken.")
      } catch {
        precondition(error == .refused(kill, errno: EINVAL))
        precondition(!error.description.contains("open files"), error.description)
      }
      precondition(!SignalSystem.isRelayed(.terminate), "SIGTERM was not given back.")
    }
  }

  #if canImport(Glibc)
    @Test("a thread that cannot be made is an error, and the signals are given back")
    func noThread() async {
      await #expect(processExitsWith: .success) {
        // Swift's module of the C library does not show this function.
        typealias SetDefault = @convention(c) (UnsafeRawPointer) -> Int32
        guard let symbol = dlsym(nil, "pthread_setattr_default_np") else {
          preconditionFailure("The C library has no pthread_setattr_default_np.")
        }
        let setDefault = unsafeBitCast(symbol, to: SetDefault.self)
        // No address space has room for such a stack.
        func useStacks(of size: Int) {
          withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { buffer in
            guard let attributes = buffer.baseAddress else { return }
            pthread_attr_init(attributes)
            pthread_attr_setstacksize(attributes, size)
            precondition(setDefault(attributes) == 0, "The default was refused.")
          }
        }
        useStacks(of: 1 << 46)
        do throws(ProcessSignalError) {
          _ = try SignalReader(.init(), owner: "test") { _, _ in }
          preconditionFailure("A reader was made without a thread.")
        } catch {
          precondition(error == .refused(nil, errno: EAGAIN), error.description)
          precondition(error.description.contains("a thread"), error.description)
        }
        precondition(!SignalSystem.isRelayed(.terminate), "SIGTERM was not given back.")
        // With room again, the next start works.
        useStacks(of: 1 << 20)
        let reader = try SignalReader(.init(), owner: "test") { _, _ in }
        reader.stop()
      }
    }
  #endif

  @Test(
    "a signal that no source may take is a mistake of the programmer",
    arguments: [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGTSTP, SIGCONT])
  func reserved(signal: Int32) async {
    await #expect(processExitsWith: .failure) { [signal] in
      await MainActor.run {
        _ = ProcessSignalSource(
          mediator: AppLifecycleMediator(),
          configuration: .init(endingSignals: [ProcessSignal(rawValue: signal)]))
      }
    }
    await #expect(processExitsWith: .failure) { [signal] in
      await MainActor.run {
        ProcessSignalSource(mediator: AppLifecycleMediator())
          .on(ProcessSignal(rawValue: signal)) {}
      }
    }
  }
}
