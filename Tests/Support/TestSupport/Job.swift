#if os(macOS) || os(Linux)
  import Foundation

  /// A program in a session of its own, under a shell of one job, on a pseudo-terminal that the test
  /// holds the other end of.
  package final class Job: Sendable {
    /// What becomes of the job, as its shell sees it: "stopped 20", "continued", "exited 0" or "died
    /// 15".
    package var changes: LineReader { shell.output }
    /// What the program writes to its trace.
    package let trace: LineReader
    /// What appears on the terminal.
    package let screen: LineReader
    package let pid: Int32
    private let shell: ChildProcess
    private let keyboard: Int32
    private let commands: Int32

    /// Starts a program of the package, or one at a path, on a new terminal. Its trace is descriptor
    /// 3, its commands come from 4.
    package init(
      _ program: String, _ arguments: [String], shellOptions: [String] = [],
      environment: [String: String]? = nil
    ) async throws {
      let trace = try ChannelEnds()
      let commands = try ChannelEnds()
      let (path, keyboard) = try Self.makeTerminal()
      // Reading a terminal that no process has open is an error; this descriptor keeps it open.
      let terminal = open(path, O_RDWR | O_NOCTTY)
      _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)

      let programPath = ChildProcess.path(of: program)
      shell = try ChildProcess(
        "JobShell", [path] + shellOptions + [programPath] + arguments,
        environment: environment, descriptors: [3: trace.write, 4: commands.read])
      close(trace.write)
      close(commands.read)

      self.keyboard = keyboard
      self.commands = commands.write
      self.trace = LineReader(trace.read)
      screen = LineReader(fcntl(keyboard, F_DUPFD_CLOEXEC, 0))
      let line = try await shell.output.wait(for: "job ").last
      pid = line.flatMap { Int32($0.dropFirst(4)) } ?? 0
      close(terminal)
    }

    deinit {
      let hasEnded = changes.all.contains { $0.hasPrefix("exited") || $0.hasPrefix("died") }
      if pid > 0 && !hasEnded {
        ChildProcess.send(SIGKILL, to: pid)
      }
      close(keyboard)
      close(commands)
    }

    /// Tells the program something.
    package func tell(_ line: String) {
      writeLine(line, to: commands)
    }

    /// What its shell can do.
    package enum ShellCommand: String, Sendable {
      /// Continues the job, in front or in the background.
      case fg, bg
      /// Brings the job to the front without SIGCONT, as some shells do with one that runs already.
      case giveTerminal
    }

    package func shell(_ command: ShellCommand) {
      shell.tell(command.rawValue)
    }

    /// Presses keys: Ctrl-Z is "\u{1A}", Ctrl-C is "\u{3}".
    package func press(_ keys: String) {
      FileHandle(fileDescriptor: keyboard).write(Data(keys.utf8))
    }

    /// Whether the terminal hands over keys as they are pressed, instead of lines.
    package var isRaw: Bool {
      var modes = termios()
      return tcgetattr(keyboard, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON | ECHO) == 0
    }

    /// Whether the terminal belongs to the program that was started, and not to one that it runs.
    package var isInFront: Bool { tcgetpgrp(keyboard) == pid }

    package func send(_ signal: Int32) { ChildProcess.send(signal, to: pid) }

    /// Closes the window: the shell dies of it.
    package func killShell() { shell.send(SIGHUP) }

    /// Makes a pseudo-terminal: the path of the terminal, and the descriptor of its other end.
    private static func makeTerminal() throws -> (path: String, keyboard: Int32) {
      #if canImport(Darwin)
        let keyboard = posix_openpt(O_RDWR | O_NOCTTY)
        let isOpen = grantpt(keyboard) == 0 && unlockpt(keyboard) == 0
        let path = ptsname(keyboard).map { String(cString: $0) } ?? ""
      #else
        // The C module does not show `posix_openpt` and its kin; these are the calls beneath them,
        // TIOCSPTLCK and TIOCGPTN, from the Linux headers.
        let keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var number: Int32 = 0
        let isOpen =
          ioctl(keyboard, 0x4004_5431, &number) == 0 && ioctl(keyboard, 0x8004_5430, &number) == 0
        let path = "/dev/pts/\(number)"
      #endif

      guard isOpen else { throw MissingLine(description: "no pseudo-terminal: \(errno)") }
      _ = fcntl(keyboard, F_SETFD, FD_CLOEXEC)
      return (path, keyboard)
    }
  }
#endif
