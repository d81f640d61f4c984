import Foundation
import TestSupport
import Testing

@testable import LifecycleBus
@testable import LifecycleBusSignals

@Suite("Which source has a signal, and what is refused", .serialized)
struct SignalClaimTests {
  @Test(
    "a signal that other code handles is an error of start, and stays with that code",
    arguments: [false, true])
  func takenBefore(byDispatch: Bool) async {
    await #expect(processExitsWith: .exitCode(9)) { [byDispatch] in
      let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
      if byDispatch {
        source.setEventHandler { _exit(9) }
        // Dispatch installs its handler on a thread of its own.
        await withCheckedContinuation { installed in
          source.setRegistrationHandler { installed.resume() }
          source.resume()
        }
      } else {
        signal(SIGTERM) { _ in _exit(9) }
      }
      do throws(ProcessSignalError) {
        _ = try SignalReader(.init()) { _, _ in }
        preconditionFailure("SIGTERM was taken.")
      } catch {
        precondition(error == .handledElsewhere(.terminate), error.description)
      }
      kill(getpid(), SIGTERM)
      while true { pause() }
    }
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
