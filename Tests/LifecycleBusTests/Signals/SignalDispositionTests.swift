import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

@Suite("What a source does to the process", .serialized)
struct SignalDispositionTests {
  @Test(
    "a signal that is ignored on entry is left ignored, in children too (S3)",
    .enabled(if: SystemPaths.processStatus != nil))
  func ignoredOnEntry() async throws {
    let child = try ChildProcess(
      "JobShell", ["none", "--ignore", "\(SIGINT)", ChildProcess.path(of: "SignalProbe")])
    #expect(try await child.output.wait(for: "ready").last == "ready SIGHUP SIGTERM SIGCONT")
    child.send(SIGINT)
    child.tell("spawn")
    let ignored = try await child.output.wait(for: "child SigIgn").last ?? ""
    #expect(Self.mask(ignored) & 1 << UInt64(SIGINT - 1) != 0)
    child.send(SIGTERM)
    #expect(try await child.end.wait(for: "").last == "exited 3")
  }

  @Test("under nohup SIGHUP stays ignored (S4)")
  func nohup() async throws {
    let child = try ChildProcess("/usr/bin/nohup", [ChildProcess.path(of: "SignalProbe")])
    #expect(try await child.output.wait(for: "ready").last == "ready SIGINT SIGTERM SIGCONT")
    child.send(SIGHUP)
    child.tell("ping")
    #expect(try await child.output.wait(for: "pong") == ["pong active terminal none"])
    child.send(SIGTERM)
    #expect(try await child.end.wait(for: "").last == "exited 3")
  }

  @Test(
    "after stop the dispositions are as before, and SIGTERM kills (S9)",
    .enabled(if: SystemPaths.processStatus != nil))
  func stop() async throws {
    let child = try ChildProcess("SignalProbe")
    let before = try await child.output.wait(for: "before").last ?? ""
    child.tell("dispositions")
    let during = try await child.output.wait(for: "now").last ?? ""
    #expect(Self.dispositions(during) != Self.dispositions(before))
    child.tell("stop")
    child.tell("stop")
    child.tell("dispositions")
    let after = try await child.output.wait(for: "now").last ?? ""
    #expect(Self.dispositions(after) == Self.dispositions(before))
    try await child.output.waitAnywhere(for: "ended without a signal terminal none")
    child.send(SIGTERM)
    #expect(try await child.end.wait(for: "").last == "died \(SIGTERM)")
  }

  @Test("a restarted source sees no earlier signal, and works (S10)")
  func startAgain() async throws {
    let child = try ChildProcess("SignalProbe")
    try await child.output.wait(for: "ready")
    for _ in 0..<20 {
      child.tell("stop")
      try await child.output.wait(for: "stopped")
      child.send(SIGCONT)
      child.tell("start")
      let lines = try await child.output.wait(for: "ready").filter { !$0.hasPrefix("ended") }
      #expect(lines == ["ready SIGHUP SIGINT SIGTERM SIGCONT"])
    }
    child.tell("ping")
    #expect(try await child.output.wait(for: "pong") == ["pong active terminal none"])
    child.send(SIGTERM)
    #expect(
      try await child.output.wait(for: "willTerminate")
        == SignalEndingTests.wayDown.map { "\($0) SIGTERM" })
  }

  @Test("starting and stopping leaves no descriptor behind (S10)")
  func descriptors() async throws {
    let child = try ChildProcess("SignalProbe")
    try await child.output.wait(for: "ready")
    let before = try await descriptors(of: child)
    for _ in 0..<50 {
      child.tell("stop")
      child.tell("start")
    }
    // Foundation and Dispatch open a few for good, whenever they first need them; the source would
    // leave 50 or 100.
    #expect(try await descriptors(of: child) < before + 25)
  }

  @Test("ended() returns at once after stop()")
  func endedAfterStop() async throws {
    let child = try ChildProcess("SignalProbe")
    try await child.output.wait(for: "ready")
    child.tell("stop")
    child.tell("await")
    try await child.output.waitAnywhere(for: "awaited without a signal")
  }

  @Test("an input after stop() writes into no file of another owner")
  func settledAfterStop() async {
    await #expect(processExitsWith: .success) {
      let reader = try SignalReader(.init(endingSignals: [], relaysSuspension: false)) { _, _ in }
      reader.stop()
      let pipes = (0..<8).map { _ in Pipe() }
      reader.send(.settled(ticket: 1))
      for pipe in pipes {
        try pipe.fileHandleForWriting.close()
        let found = pipe.fileHandleForReading.readDataToEndOfFile()
        precondition(found.isEmpty, "The reader wrote into a pipe that is not its own.")
      }
    }
  }

  @Test("a signal that cannot be caught is a typed error")
  func refused() async throws {
    await #expect(processExitsWith: .success) {
      let kill = ProcessSignal(rawValue: SIGKILL)
      do throws(ProcessSignalError) {
        _ = try SignalReader(.init(endingSignals: [.terminate, kill])) { _, _ in }
        preconditionFailure("SIGKILL was taken.")
      } catch {
        precondition(error == ProcessSignalError(code: .refused(errno: EINVAL), signal: kill))
        precondition(!error.description.contains("open files"), error.description)
      }
      precondition(!SignalSystem.isRelayed(.terminate), "SIGTERM was not given back.")
    }
  }

  @Test("a burst of 100 signals is at least one event and opens no descriptor (S13)")
  func burst() async throws {
    let child = try ChildProcess("SignalProbe")
    try await child.output.wait(for: "ready")
    child.send(SIGCONT)
    try await child.output.wait(for: "didBecomeActive SIGCONT")
    let before = try await descriptors(of: child)
    for _ in 0..<100 { child.send(SIGCONT) }
    #expect(try await descriptors(of: child) < before + 25)
    for _ in 0..<100 { child.send(SIGHUP) }
    let end = try await child.end.wait(for: "").last ?? ""
    // A burst that takes longer than 100 ms to send is a second signal, too.
    #expect(["exited 3", "died \(SIGHUP)"].contains(end))
    try await child.output.waitForEnd()
    #expect(child.output.all.filter { $0.hasPrefix("willTerminate") }.count == 1)
  }

  /// How many descriptors a probe has open.
  private func descriptors(of child: ChildProcess) async throws -> Int {
    child.tell("descriptors")
    let line = try await child.output.wait(for: "descriptors").last ?? ""
    return Int(line.dropFirst("descriptors ".count)) ?? -1
  }

  @Test(
    "a child that is started from a listener blocks no signal (S14)",
    .enabled(if: SystemPaths.processStatus != nil))
  func childMask() async throws {
    let child = try ChildProcess("SignalProbe")
    try await child.output.wait(for: "ready")
    child.tell("spawn")
    #expect(Self.mask(try await child.output.wait(for: "child SigBlk").last ?? "") == 0)
  }

  @Test("a second owner of a signal is an error that names it (S16)")
  func secondOwner() async throws {
    let child = try ChildProcess("SignalProbe")
    try await child.output.wait(for: "ready")
    child.tell("second")
    #expect(try await child.output.wait(for: "error").last == "error SIGHUP alreadyOwned")
    child.tell("start")
    let again = try await child.output.wait(for: "error").last ?? ""
    #expect(again.contains("SIGHUP is taken"))
    child.tell("ping")
    #expect(try await child.output.wait(for: "pong") == ["pong active terminal none"])
  }

  @Test("errno survives the handler (S17)")
  func errnoSurvives() {
    // No source is started in this process, so the write of the handler fails, with EBADF.
    errno = ERANGE
    passOnSignal(SIGTERM)
    #expect(errno == ERANGE)
  }

  /// Which of the standard signals are caught and ignored; the C library has 32 and 33 to itself.
  private static func dispositions(_ line: String) -> [UInt64] {
    let words = line.split(separator: " ")
    return words.compactMap { $0.count == 16 ? UInt64($0, radix: 16) : nil }.map {
      $0 & 0x7fff_ffff
    }
  }

  /// The number at the end of a line of /proc/self/status.
  private static func mask(_ line: String) -> UInt64 {
    UInt64(line.split(separator: " ").last ?? "", radix: 16) ?? .max
  }
}
