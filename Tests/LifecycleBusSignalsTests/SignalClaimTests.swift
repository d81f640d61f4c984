import Foundation
import TestSupport
import Testing

@testable import LifecycleBus
@testable import LifecycleBusSignals

@Suite("Which source has a signal, and what is refused", .serialized)
struct SignalClaimTests {
  @Test("a signal that a Dispatch source handles is an error of start, and stays with that source")
  func takenByDispatch() async {
    await #expect(processExitsWith: .exitCode(9)) {
      exitIfItHangs()
      let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
      source.setEventHandler { _exit(9) }
      // Dispatch installs its handler on a thread of its own.
      await withCheckedContinuation { installed in
        source.setRegistrationHandler { installed.resume() }
        source.resume()
      }

      expectRefusalOfTermination()

      kill(getpid(), SIGTERM)
      waitForTheEnd()
    }
  }

  @Test(
    "a signal that other code takes later is an anomaly, a second after the start",
    .enabled(if: Sanitizer.current != .address, Comment(rawValue: Sanitizer.skipsPrograms)))
  func takenLater() async throws {
    let child = try await ChildProcess.probe(
      .returnsWhenCancelled, ["--other-code-takes-termination"])

    let line = try await child.output.wait(for: "anomaly Other code").last ?? ""

    #expect(line.contains("Other code in this process handles SIGTERM now"))
    child.send(SIGTERM)
    #expect(try await child.wait() == "exited 9")
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
    arguments: [SIGSEGV, SIGKILL, SIGTSTP, SIGQUIT])
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

// MARK: In an exit test

private func expectRefusalOfTermination() {
  do throws(ProcessSignalError) {
    _ = try SignalReader(.init()) { _, _ in }
    preconditionFailure("SIGTERM was taken.")
  } catch {
    precondition(error == .handledElsewhere(.terminate), error.description)
  }
}

/// For a signal that ends the process.
func waitForTheEnd() -> Never {
  while true {
    pause()
  }
}
