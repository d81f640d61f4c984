import Foundation
import TestSupport
import Testing

@testable import LifecycleBus
@testable import LifecycleBusSignals

@Suite("What a source does to the process", .serialized, .timeLimit(.minutes(hangMinutes)))
struct SignalDispositionTests {
  @Test(
    "a signal that is ignored on entry is left ignored, and children block nothing",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")),
    .enabled(if: Sanitizer.current != .address, Comment(rawValue: Sanitizer.skipsPrograms)))
  func ignoredOnEntry() async throws {
    let child = try ChildProcess(
      "/bin/sh", ["-c", "trap '' INT; exec '\(ChildProcess.path(of: "SignalProbe"))'"])
    try await child.output.wait(for: "ready")

    child.send(SIGINT)
    child.tell(.showSignalsOfChild)

    let blocked = try await child.output.wait(for: "SigBlk").last ?? ""
    #expect(Self.mask(blocked) == 0)
    let ignored = try await child.output.wait(for: "SigIgn").last ?? ""
    #expect(Self.mask(ignored) & 1 << UInt64(SIGINT - 1) != 0)

    child.send(SIGTERM)
    #expect(try await child.end.wait(for: "").last == "exited 3")
  }

  /// The number at the end of a line of /proc/self/status.
  private static func mask(_ line: String) -> UInt64 {
    UInt64(line.split(separator: "\t").last ?? "", radix: 16) ?? .max
  }

  @Test("after stop the dispositions are as before, and SIGTERM kills")
  func stop() async {
    await #expect(processExitsWith: .signal(SIGTERM)) { @MainActor in
      exitIfItHangs()
      let signals = (1...31).map { ProcessSignal(rawValue: $0) }
      func handlers() -> [Int] {
        signals.map { unsafeBitCast(SignalSystem.currentAction(on: $0).handler, to: Int.self) }
      }
      let before = handlers()

      let source = ProcessSignalSource(mediator: AppLifecycleMediator())
      try source.start()
      precondition(handlers() != before, "No signal was taken.")
      source.stop()
      source.stop()

      precondition(handlers() == before, "A handler was not put back.")
      ProcessSignalSource.withUnblockedSignals { _ = raise(SIGTERM) }
    }
  }

  @Test("starting and stopping under a storm of signals kills nothing, and it works then")
  func cycleUnderStorm() async {
    await #expect(processExitsWith: .exitCode(7)) { @MainActor in
      exitIfItHangs()
      let source = ProcessSignalSource(
        mediator: AppLifecycleMediator(policy: .balanced),
        configuration: .init(exitPolicy: .exit(7)))
      // A source keeps its pipe.
      try source.start()
      source.stop()
      let before = Descriptors.withoutDispatch

      let isOver = Gate()
      Thread.detachNewThread {
        while !isOver.isOpen {
          kill(getpid(), SIGCONT)
        }
      }
      for _ in 0..<Rounds.count(500) {
        try source.start()
        source.stop()
      }
      isOver.open()

      precondition(Descriptors.withoutDispatch == before, "A file was left open.")
      try source.start()
      kill(getpid(), SIGTERM)
      await Gate().wait()
    }
  }

  @Test(
    "where standard files are closed the pipe does not take their place",
    .enabled(if: Sanitizer.current != .address, Comment(rawValue: Sanitizer.skipsPrograms)),
    arguments: [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]])
  func closedStandardFiles(closed: [Int]) async throws {
    let probe = try await PipedProbe(
      ["--body", "\(ProbeBody.none)", "--exit", "3"],
      redirections: closed.map { ["<&-", ">&-", "2>&-"][$0] }.joined(separator: " "))
    defer {
      close(probe.output.read)
    }

    // What a program prints, and what it reads.
    try probe.tell(.print)
    try probe.tell(.ping)
    try await probe.trace.wait(for: "pong active")

    // The system's libraries may open a file for a moment; the pipe would stay.
    let open = (0...2).filter { !closed.contains($0) }
    try await probe.trace.wait(
      for: "standard \(open)", repeating: { try? probe.tell(.listStandardFiles) })

    probe.child.send(SIGTERM)
    #expect(try await probe.child.end.wait(for: "") == ["exited 3"])
  }

  @Test(
    "when other code has closed the pipe, signals have their default actions, and no file suffers")
  func lostPipe() async throws {
    let file = TestFiles.folder.appending(path: "lost-pipe-\(UUID().uuidString)")
    defer {
      try? FileManager.default.removeItem(at: file)
    }

    await #expect(processExitsWith: .signal(SIGTERM)) { [path = file.path as String] in
      exitIfItHangs()
      _ = try SignalReader(.init()) { _, _ in }
      let pipe = Descriptors.ofSignalPipe
      precondition(pipe.count == 2, "The pipe is \(pipe).")

      // As a library that closes all descriptors, and a program that opens files then.
      for end in pipe {
        try Descriptors.put(URL(fileURLWithPath: path), at: end)
      }

      kill(getpid(), SIGTERM)
      waitForTheEnd()
    }

    #expect(FileManager.default.contents(atPath: file.path) == Data())
  }

  @Test("a handler that other code puts back after stop() swallows no signal")
  func handlerPutBack() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      exitIfItHangs()
      let reader = try SignalReader(.init()) { _, _ in }
      let handler = SignalSystem.currentAction(on: .terminate)

      reader.stop()
      SignalSystem.setAction(handler, on: .terminate)

      kill(getpid(), SIGTERM)
      waitForTheEnd()
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

  @Test("errno survives the handler, also when the pipe is full")
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
      let isFull = write(pipe.writeEnd, &byte, 1) == -1 && errno == EAGAIN
      precondition(isFull, "The pipe is not full.")
    }
  }
}
