#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import LifecycleBus
  @testable import LifecycleBusSignals

  @MainActor
  @Suite("The lines of standard input", .serialized)
  struct LineInputTests {
    @Test(
      "the sample survives Ctrl-Z and fg, and Ctrl-C ends it in order",
      .disabled(
        if: Sanitizer.current == .thread,
        "the thread sanitizer holds a signal back, in the whole suite for minutes"))
    func sample() async throws {
      let job = try await Job("LineSample", [])
      job.press("one\n")
      try await job.screen.wait(for: "you typed: one")
      for round in 0..<3 {
        job.press("\u{1A}")
        try await job.news.wait(for: "stopped \(SIGTSTP)")
        job.shell("fg")
        try await job.news.wait(for: "continued")
        job.press("again \(round)\n")
        try await job.screen.wait(for: "you typed: again \(round)")
      }
      job.press("\u{3}")
      try await job.screen.wait(containing: "the end")
      #expect(try await job.news.wait(for: "died").last == "died \(SIGINT)")
    }

    @Test("a line under a hold is dealt with before a signal ends the process")
    func lineUnderHold() async throws {
      // The sample deals with a line for 100 ms: longer than a source waits for `end()`.
      let job = try await Job("LineSample", [])
      job.press("one\n")
      try await job.screen.wait(for: "you typed: one")
      job.send(SIGTERM)
      try await job.screen.wait(for: "kept: one")
      #expect(try await job.news.wait(for: "exited").last == "exited 0")
    }

    @Test("Ctrl-D and a closed terminal end the sample in order", arguments: ["\u{4}", "closed"])
    func end(how: String) async throws {
      let job = try await Job("LineSample", [])
      job.press("one\n")
      try await job.screen.wait(for: "you typed: one")
      if how == "closed" {
        job.killShell()
        // The sample holds the other end of its trace until it has ended.
        try await job.trace.waitForEnd()
      } else {
        job.press(how)
        #expect(try await job.news.wait(for: "exited").last == "exited 0")
      }
    }

    @Test("an input that cannot be read says so, and one that ends says nothing")
    func failure() async throws {
      let folder = open("/", O_RDONLY)
      defer { close(folder) }
      let unreadable = LineInput(descriptor: folder)
      for await line in unreadable.lines { Issue.record("read \(line)") }
      #expect(unreadable.failure == .unreadable(errno: EISDIR))
      #expect("\(try #require(unreadable.failure))".contains("give a terminal, a file or a pipe"))

      let nothing = open("/dev/null", O_RDONLY)
      defer { close(nothing) }
      let empty = LineInput(descriptor: nothing)
      for await line in empty.lines { Issue.record("read \(line)") }
      #expect(empty.failure == nil)
    }

    @Test("standard input that was closed at the start says so, and no other file is read")
    func closedInput() async throws {
      // The system gives the lowest number that is free, so that no other test gets this one meanwhile.
      let descriptor = fcntl(1, F_DUPFD_CLOEXEC, 1_000)
      close(descriptor)
      let input = LineInput(descriptor: descriptor)
      let ends = try ChannelEnds()
      #expect(dup2(ends.read, descriptor) == descriptor)
      FileHandle(fileDescriptor: ends.write).write(Data("of another file\n".utf8))
      for await line in input.lines { Issue.record("read \(line)") }
      #expect(input.failure == .closed)
      #expect("\(LineInput.Failure.closed)".contains("give a terminal, a file or a pipe"))
      for end in [ends.read, ends.write, descriptor] { close(end) }
    }

    @Test("in the background nothing is read, and reading stops nothing")
    func background() async throws {
      let job = try await Job(
        "SignalProbe", ["--trace", "3", "--commands", "4", "--lines", "yes"],
        shellOptions: ["--background"])
      try await job.trace.wait(for: "ready")
      job.press("for the shell\n")
      try await job.screen.wait(containing: "for the shell")
      // A process that is stopped answers nothing.
      for _ in 0..<50 {
        job.tell("ping")
        #expect(
          try await job.trace.wait(for: "pong") == ["pong background terminal background"])
      }
      job.shell("front")
      try await job.trace.wait(for: "line for the shell")
      #expect(!job.news.all.contains { $0.hasPrefix("stopped") })
    }

    @Test(
      "lines end with a line feed, with or without a carriage return, and at the end of the input")
    func lineEnds() async throws {
      let ends = try ChannelEnds()
      FileHandle(fileDescriptor: ends.write).write(Data("one\r\n\ntwo\r\r\n\u{FEFF}three".utf8))
      close(ends.write)
      let input = LineInput(descriptor: ends.read)
      var lines: [String] = []
      for await line in input.lines { lines.append(line) }
      #expect(lines == ["one", "", "two\r", "\u{FEFF}three"])
      #expect(await input.byteLines.makeAsyncIterator().next() == nil)
      close(ends.read)
    }

    @Test("a terminal is read only while a task waits for a line, so a child gets its input")
    func childsInput() async throws {
      let terminal = try PseudoTerminal()
      let descriptor = open(terminal.path, O_RDWR | O_NOCTTY)
      let lines = LineInput(descriptor: descriptor).byteLines.makeAsyncIterator()
      func type(_ text: String) {
        FileHandle(fileDescriptor: terminal.keyboard).write(Data(text.utf8))
      }
      for round in 0..<30 {
        type("mine \(round)\nyours \(round)\n")
        #expect(await lines.next() == Array("mine \(round)".utf8))
        // What a child would read.
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        try #require(poll(&request, 1, 1_000) == 1)
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        #expect(bytes.prefix(count) == ArraySlice("yours \(round)\n".utf8))
      }
      close(descriptor)
      close(terminal.keyboard)
    }

    @Test("lines that were read ahead leave other work its turn on the main actor")
    func turns() async throws {
      let ends = try ChannelEnds()
      FileHandle(fileDescriptor: ends.write).write(Data(String(repeating: "x\n", count: 100).utf8))
      close(ends.write)
      let lines = LineInput(descriptor: ends.read).byteLines
      #expect(await lines.next() != nil)
      var hasRun = false
      Task { hasRun = true }
      var count = 0
      while !hasRun, await lines.next() != nil {
        count += 1
        // What a tool computes for a line.
        let start = ContinuousClock.now
        while start.duration(to: .now) < .milliseconds(3) {}
      }
      #expect(count <= 2)
      close(ends.read)
    }

    @Test("a loop that ends early, or is cancelled, leaves what was read ahead to the next loop")
    func nextLoop() async throws {
      let ends = try ChannelEnds()
      FileHandle(fileDescriptor: ends.write).write(Data("one\ntwo\nthree\nfour\n".utf8))
      close(ends.write)
      let input = LineInput(descriptor: ends.read)
      for await line in input.lines {
        #expect(line == "one")
        break
      }
      let task = Task {
        for await line in input.lines {
          #expect(line == "two")
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      await task.value
      var rest: [String] = []
      for await line in input.lines { rest.append(line) }
      #expect(rest == ["three", "four"])
      close(ends.read)
    }

    #if os(Linux)
      @Test("with no input an input that does not wait is not asked again and again")
      func nonBlockingInput() async throws {
        let (input, terminal) = (try ChannelEnds(), try PseudoTerminal())
        _ = fcntl(input.read, F_SETFL, O_NONBLOCK)
        // To a terminal each line is printed at once.
        let output = open(terminal.path, O_RDWR | O_NOCTTY)
        let sample = try ChildProcess("LineSample", descriptors: [0: input.read, 1: output])
        for descriptor in [input.read, output] { close(descriptor) }
        let screen = LineReader(terminal.keyboard)
        func reads() throws -> Int {
          let counts = try String(contentsOfFile: "/proc/\(sample.pid)/io", encoding: .utf8)
          let line = counts.split(separator: "\n").first { $0.hasPrefix("syscr: ") }
          return try #require(line.flatMap { Int($0.dropFirst(7)) })
        }
        writeLine("one", to: input.write)
        try await screen.wait(containing: "you typed: one")
        let before = try reads()
        // The sample deals with a line for 100 ms. Another thread waits for the next one meanwhile.
        try await screen.wait(containing: "kept: one")
        #expect(try reads() - before < 20)
        close(input.write)
        #expect(try await sample.wait() == "exited 0")
      }
    #endif

    @Test("bytes that are not UTF-8 come as they are")
    func bytes() async throws {
      let ends = try ChannelEnds()
      FileHandle(fileDescriptor: ends.write).write(Data([0xff, 0, 0x41, 10]))
      let line = await LineInput(descriptor: ends.read).byteLines.makeAsyncIterator().next()
      #expect(line == [0xff, 0, 0x41])
      close(ends.write)
    }

    @Test("willTerminate ends the lines, and a cancelled task takes none")
    func termination() async throws {
      let ends = try ChannelEnds()
      let input = LineInput(descriptor: ends.read)
      let cancelled = Task { await input.byteLines.makeAsyncIterator().next() }
      cancelled.cancel()
      #expect(await cancelled.value == nil)
      let waiting = Task { await input.byteLines.makeAsyncIterator().next() }
      await Task.yield()
      input.onAppWillTerminate()
      #expect(await waiting.value == nil)
      FileHandle(fileDescriptor: ends.write).write(Data("late\n".utf8))
      #expect(await input.byteLines.makeAsyncIterator().next() == nil)
      close(ends.write)
    }

    @Test(
      "a task that is cancelled while it begins to wait goes on",
      .timeLimit(.minutes(hangMinutes)))
    func cancelledAtTheBeginning() async throws {
      let ends = try ChannelEnds()
      let buffer = LineBuffer(descriptor: ends.read)
      let isOver = LockedFlag()
      // Waiting for the lock takes a while, so that a cancellation comes meanwhile.
      Thread.detachNewThread { while !isOver.value { buffer.isOpen = true } }
      // The time limit cancels the test. A task that still waits then gets the end of the lines.
      await withTaskCancellationHandler {
        for round in 0..<Rounds.from("CANCELLATIONS", otherwise: 2_000) {
          let hasBegun = LockedFlag()
          let task = Task.detached {
            hasBegun.set()
            return await buffer.next()
          }
          var count = 0
          while !hasBegun.value || count < round % 1_000 { count += 1 }
          task.cancel()
          #expect(await task.value == nil)
        }
      } onCancel: {
        buffer.finish()
      }
      isOver.set()
      buffer.finish()
      close(ends.write)
    }

    @Test("a reader that takes no lines lets the writer wait")
    func backpressure() async throws {
      let ends = try ChannelEnds()
      let written = LockedCount(0)
      let end = ends.write
      let lines = Sanitizer.current == nil ? 20_000 : 8_000
      Thread.detachNewThread {
        let line = Data((String(repeating: "x", count: 99) + "\n").utf8)
        let handle = FileHandle(fileDescriptor: end, closeOnDealloc: true)
        for _ in 0..<lines {
          try? handle.write(contentsOf: line)
          written.decrement()
        }
      }
      let iterator = LineInput(descriptor: ends.read).byteLines.makeAsyncIterator()
      #expect(await iterator.next()?.count == 99)
      // A pipe holds 65,536 bytes, and so does one read beyond the 1,024 lines.
      #expect(written.value > -5_000)
      var count = 1
      while await iterator.next() != nil { count += 1 }
      #expect(count == lines)
      close(ends.read)
    }
  }
#endif
