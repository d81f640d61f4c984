#if os(macOS) || os(Linux)
  import Foundation

  /// A program that the package builds, run as a child with no signal blocked or ignored.
  package final class ChildProcess: Sendable {
    package let pid: Int32
    /// The lines of its standard output.
    package let output: LineReader
    /// How it ended: "exited 0" or "died 15", one line.
    package let end: LineReader
    private let input: Int32

    /// Starts a program.
    ///
    /// - `program`: The name of a program, see `path(of:)`, or an absolute path.
    /// - `environment`: The child's environment; that of this process if you give none.
    /// - `descriptors`: Descriptors of this process, by the number that they get in the child.
    package init(
      _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
      descriptors: [Int32: Int32] = [:]
    ) throws {
      let input = try ChannelEnds()
      let output = try ChannelEnds()
      let end = try ChannelEnds()

      var spawn = Spawn(path: Self.path(of: program), arguments: arguments)
      spawn.environment = environment
      spawn.descriptors = [0: input.read, 1: output.write].merging(descriptors) { $1 }
      defer {
        close(input.read)
        close(output.write)
      }
      pid = try spawn.start()

      self.input = input.write
      self.output = LineReader(output.read)
      self.end = LineReader(end.read)
      Thread.detachNewThread { [pid] in
        let line = Self.waitForEnd(of: pid)
        FileHandle(fileDescriptor: end.write, closeOnDealloc: true).write(Data("\(line)\n".utf8))
      }
    }

    private static func waitForEnd(of pid: Int32) -> String {
      var status: Int32 = 0
      var result: Int32 = 0
      repeat {
        result = waitpid(pid, &status, 0)
      } while result < 0 && errno == EINTR

      let signal = status & 0x7f
      return signal == 0 ? "exited \((status >> 8) & 0xff)" : "died \(signal)"
    }

    deinit {
      close(input)
      // The process id is not reused before the waiting thread has collected the status, so a child
      // that ended is not confused with another process.
      if end.all.isEmpty {
        Self.send(SIGKILL, to: pid)
      }
    }

    /// Writes a line to its standard input.
    package func tell(_ line: String) {
      writeLine(line, to: input)
    }

    package func send(_ signal: Int32) { Self.send(signal, to: pid) }

    package static func send(_ signal: Int32, to pid: Int32) { Foundation.kill(pid, signal) }

    /// Waits for the end of the process and of its output; returns "exited 0" or "died 15".
    ///
    /// Concurrent, because an optimized function that stays on its caller's actor and awaits two calls
    /// that throw comes back on another thread (Swift 6.3.1), and the caller goes on beside its actor.
    ///
    /// - Throws: If it has not ended in time, as `LineReader` does.
    @discardableResult
    @concurrent
    package func wait() async throws -> String {
      let line = try await end.wait(for: "").last ?? ""
      try await output.waitForEnd()
      return line
    }

    /// Waits for a line, kills the process at a random moment soon after, and waits for its end.
    @concurrent
    package func kill(soonAfter line: String) async throws {
      try await output.wait(for: line)
      for _ in 0..<Int.random(in: 0..<20_000) {
        _ = ContinuousClock.now
      }
      send(SIGKILL)
      try await wait()
    }

    /// The path of a program.
    ///
    /// `journal` and other names in small letters are programs of their own, which the build puts
    /// beside the tests. All others are parts of `probe`: links of that name lead to it. They are in
    /// the folder of this process, because a program of an earlier build may have the name beside
    /// the tests.
    package static func path(of program: String) -> String {
      if program.hasPrefix("/") { return program }

      let isOwn = program.first?.isLowercase == true
      let built = programs.appendingPathComponent(isOwn ? program : "probe").path
      if isOwn { return built }

      let link = TestFiles.folder.appendingPathComponent(program).path
      // Another test may make it at the same time.
      guard symlink(built, link) == 0 || errno == EEXIST else { return built }
      return link
    }

    /// Beside the test bundle on a Mac, beside the test program elsewhere.
    private static var programs: URL {
      #if os(macOS)
        Bundle(for: ChildProcess.self).bundleURL.deletingLastPathComponent()
      #else
        Bundle.main.bundleURL
      #endif
    }
  }

  /// Both ends of a pipe that is closed in children.
  package struct ChannelEnds {
    package let read: Int32
    package let write: Int32

    package init() throws {
      var ends: [Int32] = [-1, -1]
      let result = Spawn.lock.withLock {
        let result = pipe(&ends)
        for end in ends where end >= 0 {
          _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        return result
      }

      guard result == 0 else { throw MissingLine(description: "no pipe: \(errno)") }
      read = ends[0]
      write = ends[1]
    }
  }

  /// Writes a line to a pipe that a child reads. A child that has ended reads nothing; SIGPIPE would
  /// end all tests then, without a word on which one it was.
  package func writeLine(_ line: String, to descriptor: Int32) {
    var pipeSignal = sigset_t()
    var former = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)

    pthread_sigmask(SIG_BLOCK, &pipeSignal, &former)
    let wasPending = isPending(SIGPIPE)
    try? FileHandle(fileDescriptor: descriptor).write(contentsOf: Data("\(line)\n".utf8))

    // The signal is the thread's own, so nobody else takes it.
    if !wasPending && isPending(SIGPIPE) {
      var number: Int32 = 0
      sigwait(&pipeSignal, &number)
    }
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }

  private func isPending(_ signal: Int32) -> Bool {
    var pending = sigset_t()
    return sigpending(&pending) == 0 && sigismember(&pending, signal) == 1
  }
#endif
