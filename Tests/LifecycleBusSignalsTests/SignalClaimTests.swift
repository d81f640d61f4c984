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
      let child = try await ChildProcess.probe(["--body", "none"])
      // The look is after one second, and Dispatch gives up its idle threads after five. No call waits
      // for that, and none for what must not be.
      var wakes = (former: -1, now: 0)
      for _ in 0..<15 where wakes.former != wakes.now {
        try await Task.sleep(for: .seconds(2))
        wakes = (wakes.now, try self.wakes(of: child.pid))
      }
      #expect(wakes.former == wakes.now)
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

  @Test("a signal that other code takes later is an anomaly, a second after the start")
  func takenLater() async throws {
    let child = try await ChildProcess.probe(["--taken-later", "plain"])
    let line = try await child.output.wait(for: "anomaly SIGTERM").last ?? ""
    #expect(line.contains("SIGTERM goes to other code in this process now"))
    child.send(SIGTERM)
    #expect(try await child.wait() == "exited 9")
  }

  @Test("a signal that is ignored later, as by system(3), is no other code")
  func ignoredLater() async {
    await #expect(processExitsWith: .success) {
      signal(SIGTERM, SIG_IGN)
      precondition(!SignalSystem.hasOtherHandler(.terminate))
    }
  }

  @Test(
    "SIGQUIT may be taken from a handler of crashes, and from no other one",
    arguments: [true, false])
  func quitOfCrashes(hasCrashesToo: Bool) async {
    await #expect(processExitsWith: .success) { [hasCrashesToo] in
      // As the Swift runtime does on Linux, to print a backtrace.
      signal(SIGQUIT) { _ in _exit(9) }
      if hasCrashesToo {
        SignalSystem.setAction(SignalSystem.currentAction(on: .quit), on: .init(rawValue: SIGILL))
      } else {
        signal(SIGILL, SIG_DFL)
      }
      let handler = SignalSystem.currentAction(on: .quit)
      do throws(ProcessSignalError) {
        let reader = try SignalReader(.init(endingSignals: [.quit])) { _, _ in }
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

  @Test("a signal that the system refuses is a typed error, and the others are given back")
  func refused() async throws {
    await #expect(processExitsWith: .success) {
      do throws(ProcessSignalError) {
        _ = try SignalReader(
          .init(endingSignals: [.terminate, ProcessSignal(rawValue: 1_000)])
        ) { _, _ in }
        preconditionFailure("There is no such signal.")
      } catch {
        precondition(error == .refused(errno: EINVAL))
      }
      precondition(!SignalSystem.isRelayed(.terminate), "SIGTERM was not given back.")
    }
  }

  @Test(
    "a signal that no source may take is a mistake of the programmer",
    arguments: [SIGSEGV, SIGKILL, SIGTSTP])
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
