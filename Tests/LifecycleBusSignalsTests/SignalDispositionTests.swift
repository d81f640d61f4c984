import Foundation
import TestSupport
import Testing

@testable import LifecycleBus
@testable import LifecycleBusSignals

@Suite("What a source does to the process", .serialized)
struct SignalDispositionTests {
  @Test(
    "a signal that is ignored on entry is left ignored, in children too (S3)",
    .enabled(if: SystemPaths.processStatus != nil))
  func ignoredOnEntry() async throws {
    let child = try ChildProcess(
      "JobShell", ["none", "--ignore", "\(SIGINT)", ChildProcess.path(of: "SignalProbe")])
    #expect(
      try await child.output.wait(for: "ready").last == "ready SIGHUP SIGPIPE SIGTERM SIGCONT")
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
    #expect(
      try await child.output.wait(for: "ready").last == "ready SIGINT SIGPIPE SIGTERM SIGCONT")
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
      #expect(lines == ["ready SIGHUP SIGINT SIGPIPE SIGTERM SIGCONT"])
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

  @Test("a task waits for no end after stop()")
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
      let reader = try SignalReader(
        .init(endingSignals: [], relaysSuspension: false), owner: "test"
      ) { _, _ in }
      reader.handle(.suspend)
      reader.stop()
      let pipes = (0..<8).map { _ in Pipe() }
      precondition(reader.settle(1) == .stop)
      for pipe in pipes {
        try pipe.fileHandleForWriting.close()
        let found = pipe.fileHandleForReading.readDataToEndOfFile()
        precondition(found.isEmpty, "The reader wrote into a pipe that is not its own.")
      }
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

  @Test("starting and stopping under a storm of signals kills nothing and opens nothing")
  func cycleUnderStorm() async throws {
    let rounds = Rounds.from("CYCLES", otherwise: 500)
    let child = try ChildProcess("SignalProbe", ["--await", "no"])
    try await child.output.wait(for: "ready")
    child.tell("cycle \(rounds)")
    let line = try await child.output.wait(for: "cycled", within: .seconds(600)).last ?? ""
    if rounds > 500 { print(line) }
    #expect(line.hasPrefix("cycled \(rounds) descriptors 0 "))
    child.tell("leave")
    #expect(try await child.wait() == "exited 4")
  }

  @Test(
    "where standard files are closed the pipe does not take their place",
    arguments: [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]])
  func closedStandardFiles(closed: [Int]) async throws {
    let (trace, commands) = (try ChannelEnds(), try ChannelEnds())
    let redirections = closed.map { ["<&-", ">&-", "2>&-"][$0] }.joined(separator: " ")
    let script =
      "exec \(ChildProcess.path(of: "SignalProbe")) --trace 5 --commands 6 \(redirections)"
    let child = try ChildProcess(
      "/bin/sh", ["-c", script], descriptors: [5: trace.write, 6: commands.read])
    close(trace.write)
    close(commands.read)
    let lines = LineReader(trace.read)
    try await lines.wait(for: "ready")
    // What a program prints, and what it reads.
    let keyboard = FileHandle(fileDescriptor: commands.write)
    keyboard.write(Data("print\nping\n".utf8))
    try await lines.wait(for: "pong active")
    // The system's libraries may open a file for a moment; the pipe would stay.
    let open = (0...2).filter { !closed.contains($0) }
    try await lines.wait(
      for: "standard \(open)", repeating: { keyboard.write(Data("standard\n".utf8)) })
    child.send(SIGTERM)
    #expect(try await child.end.wait(for: "") == ["exited 3"])
    close(commands.write)
  }

  @Test(
    "SIGTERM to a forked child ends the child alone",
    .disabled(
      if: Sanitizer.current == .thread, "a child forked under the thread sanitizer takes no signal")
  )
  func forkedChild() async throws {
    let child = try ChildProcess("SignalProbe")
    try await child.output.wait(for: "ready")
    child.tell("fork")
    let line = try await child.output.wait(for: "forked").last ?? ""
    ChildProcess.send(SIGTERM, to: Int32(line.dropFirst("forked ".count)) ?? 0)
    #expect(try await child.output.wait(for: "forked child") == ["forked child died \(SIGTERM)"])
    child.tell("ping")
    #expect(try await child.output.wait(for: "pong") == ["pong active terminal none"])
  }

  @Test(
    "when other code has closed the pipe, signals have their default actions, and no file suffers")
  func lostPipe() async throws {
    let path = TestFiles.folder
      .appendingPathComponent("lost-pipe-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let child = try ChildProcess("SignalProbe")
    try await child.output.wait(for: "ready")
    child.tell("lose \(path)")
    try await child.output.wait(for: "lost")
    child.send(SIGTERM)
    #expect(try await child.wait() == "died \(SIGTERM)")
    #expect(FileManager.default.contents(atPath: path) == Data())
  }

  @Test("a handler that other code puts back after stop() swallows no signal")
  func handlerPutBack() async throws {
    let child = try ChildProcess("SignalProbe")
    try await child.output.wait(for: "ready")
    child.tell("take handler")
    child.tell("stop")
    child.tell("put handler")
    try await child.output.wait(for: "handler is back")
    child.send(SIGTERM)
    #expect(try await child.wait() == "died \(SIGTERM)")
  }

  @Test("nor does it if the source was stopped before the signal thread saw it")
  func handlerOfUnseenSource() async {
    await #expect(processExitsWith: .signal(SIGUSR1)) {
      // The thread waits in the first reader's closure, while the second one comes and goes.
      let (isBusy, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let first = try SignalReader(
        .init(endingSignals: [], relaysSuspension: false), owner: "test", endsAtOnce: true
      ) { _, _ in
        isBusy.signal()
        goOn.block()
      }
      isBusy.block()
      let second = try SignalReader(
        .init(endingSignals: [.user1], relaysSuspension: false), owner: "test"
      ) { _, _ in }
      let handler = SignalSystem.currentAction(on: .user1)
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {
        for _ in 0..<10 { goOn.signal() }
      }
      second.stop()
      SignalSystem.restore(handler, on: .user1)
      SignalSystem.unblockOnly([.user1])
      // Handled on this thread before the call returns.
      pthread_kill(pthread_self(), SIGUSR1)
      // Each stop waits for the signal thread. By the third one it has acted on what was signalled.
      for _ in 0..<3 {
        let next = try SignalReader(
          .init(endingSignals: [], relaysSuspension: false), owner: "test"
        ) { _, _ in }
        next.stop()
      }
      first.stop()
    }
  }

  @Test("no other signal interrupts the handler, so what came first is written first")
  func handlersOneByOne() async {
    await #expect(processExitsWith: .success) {
      let pipe = try SignalPipe()
      connectSignalHandler(to: pipe.writeEnd)
      for signal in [ProcessSignal.user1, .user2] { try SignalSystem.relay(signal) }
      SignalSystem.unblockOnly([])
      pthread_kill(pthread_self(), SIGUSR1)
      pthread_kill(pthread_self(), SIGUSR2)
      // The system makes both handlers ready at once, where the second may interrupt the first.
      SignalSystem.unblockOnly([.user1, .user2])
      let signals = pipe.read()
      precondition(signals == [.user1, .user2], "The pipe has \(signals).")
    }
  }

  @Test("errno survives the handler, also when the pipe is full (S17)")
  func errnoSurvives() async {
    await #expect(processExitsWith: .success) {
      // In a process that has no pipe the signal gets its default action, which is nothing.
      errno = ERANGE
      passOnSignal(SIGWINCH)
      precondition(errno == ERANGE, "errno is \(errno) after a signal without a pipe.")
      // No thread reads this pipe.
      let pipe = try SignalPipe()
      connectSignalHandler(to: pipe.writeEnd)
      for _ in 0..<100_000 {
        errno = ERANGE
        passOnSignal(SIGWINCH)
        precondition(errno == ERANGE, "errno is \(errno) after a signal.")
      }
      var byte: UInt8 = 0
      precondition(write(pipe.writeEnd, &byte, 1) == -1 && errno == EAGAIN, "The pipe is not full.")
    }
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
