import Foundation
import TestSupport
import Testing

@testable import LifecycleBus
@testable import LifecycleBusSignals

@Suite("What a source does to the process", .serialized)
struct SignalDispositionTests {
  @Test(
    "a signal that is ignored on entry is left ignored, and children block nothing (S3, S14)",
    .enabled(if: SystemPaths.processStatus != nil))
  func ignoredOnEntry() async throws {
    let child = try ChildProcess(
      "JobShell", ["none", "--ignore", "\(SIGINT)", ChildProcess.path(of: "SignalProbe")])
    try await child.output.wait(for: "ready")
    child.send(SIGINT)
    child.tell("spawn")
    #expect(Self.mask(try await child.output.wait(for: "child SigBlk").last ?? "") == 0)
    let ignored = try await child.output.wait(for: "child SigIgn").last ?? ""
    #expect(Self.mask(ignored) & 1 << UInt64(SIGINT - 1) != 0)
    child.send(SIGTERM)
    #expect(try await child.end.wait(for: "").last == "exited 3")
  }

  @Test(
    "after stop the dispositions are as before, and SIGTERM kills (S9)",
    .enabled(if: SystemPaths.processStatus != nil))
  func stop() async throws {
    let child = try ChildProcess("SignalProbe", ["--body", "none"])
    let before = try await child.output.wait(for: "before").last ?? ""
    child.tell("dispositions")
    let during = try await child.output.wait(for: "now").last ?? ""
    #expect(Self.dispositions(during) != Self.dispositions(before))
    child.tell("stop")
    child.tell("stop")
    child.tell("dispositions")
    let after = try await child.output.wait(for: "now").last ?? ""
    #expect(Self.dispositions(after) == Self.dispositions(before))
    child.send(SIGTERM)
    #expect(try await child.end.wait(for: "").last == "died \(SIGTERM)")
  }

  @Test("starting and stopping under a storm of signals kills nothing, and it works then (S10)")
  func cycleUnderStorm() async throws {
    let rounds = Rounds.from("CYCLES", otherwise: 500)
    let child = try await ChildProcess.probe(["--body", "none"])
    child.tell("cycle \(rounds)")
    let line = try await child.output.wait(for: "cycled", within: .seconds(600)).last ?? ""
    #expect(line == "cycled \(rounds) descriptors 0")
    child.tell("start")
    try await child.output.wait(for: "ready")
    #expect(try await child.ping() == "pong active terminal none")
    child.send(SIGTERM)
    let lines = try await child.output.wait(for: "willTerminate")
    #expect(lines.suffix(3) == RunTests.wayDown.map { "\($0) SIGTERM" }[...])
  }

  @Test(
    "where standard files are closed the pipe does not take their place",
    arguments: [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]])
  func closedStandardFiles(closed: [Int]) async throws {
    let (trace, commands) = (try ChannelEnds(), try ChannelEnds())
    let redirections = closed.map { ["<&-", ">&-", "2>&-"][$0] }.joined(separator: " ")
    let script =
      "exec \(ChildProcess.path(of: "SignalProbe")) --body none --exit 3 --trace 5 --commands 6 \(redirections)"
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
    let child = try await ChildProcess.probe()
    child.tell("fork")
    let line = try await child.output.wait(for: "forked").last ?? ""
    ChildProcess.send(SIGTERM, to: Int32(line.dropFirst("forked ".count)) ?? 0)
    #expect(try await child.output.wait(for: "forked child") == ["forked child died \(SIGTERM)"])
    #expect(try await child.ping() == "pong active terminal none")
  }

  @Test(
    "when other code has closed the pipe, signals have their default actions, and no file suffers")
  func lostPipe() async throws {
    let path = TestFiles.folder.appending(path: "lost-pipe-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    await #expect(processExitsWith: .signal(SIGTERM)) { [path = path as String] in
      _ = try SignalReader(.init()) { _, _ in }
      // As a library that closes all descriptors, and a program that opens files then.
      for descriptor: Int32 in 3..<64 { close(descriptor) }
      for _ in 0..<60 where open(path, O_RDWR | O_CREAT | O_APPEND, 0o600) < 0 {}
      kill(getpid(), SIGTERM)
      while true { pause() }
    }
    #expect(FileManager.default.contents(atPath: path) == Data())
  }

  @Test("a handler that other code puts back after stop() swallows no signal")
  func handlerPutBack() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      let reader = try SignalReader(.init()) { _, _ in }
      let handler = SignalSystem.currentAction(on: .terminate)
      reader.stop()
      SignalSystem.setAction(handler, on: .terminate)
      kill(getpid(), SIGTERM)
      while true { pause() }
    }
  }

  @Test("the handler runs on the other stack of a thread that has one")
  func otherStack() async {
    await #expect(processExitsWith: .success) {
      let pipe = try SignalPipe()
      connectSignalHandler(to: pipe.writeEnd)
      _ = SignalSystem.install(passOnSignal, on: .user1)
      let size = 1 << 16
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
      memory.initializeMemory(as: UInt8.self, repeating: 0xaa)
      var stack = stack_t()
      stack.ss_sp = memory.baseAddress
      stack.ss_size = numericCast(size)
      precondition(sigaltstack(&stack, nil) == 0)
      SignalSystem.unblockOnly([.user1])
      pthread_kill(pthread_self(), SIGUSR1)
      precondition(memory.contains { $0 != 0xaa }, "The handler was on the thread's own stack.")
    }
  }

  @Test("no other signal interrupts the handler, so what came first is written first")
  func handlersOneByOne() async {
    await #expect(processExitsWith: .success) {
      let pipe = try SignalPipe()
      connectSignalHandler(to: pipe.writeEnd)
      for signal in [ProcessSignal.user1, .user2] {
        _ = SignalSystem.install(passOnSignal, on: signal)
      }
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
