#if os(macOS) || os(Linux)
  // A shell of one job: makes a session with a terminal, starts a program in it, and brings it to the
  // front and to the back as it is told. Reads commands from standard input, and writes to standard
  // output what becomes of the job.
  //
  //   JobShell TERMINAL [--same-group] [--background] PROGRAM ARGUMENT...
  //   JobShell without-terminal PROGRAM ARGUMENT...
  //   JobShell in-front PROGRAM ARGUMENT...
  //
  // TERMINAL is the path of a pseudo-terminal. The other two become the program: in a new session, or
  // after they have brought their group to the front of the terminal that is their standard input.
  // Shells do that in the child, so that the program does not begin in the background.

  import Foundation
  import TestSupport

  func jobShell() {
    var words = Array(CommandLine.arguments.dropFirst())
    let place = words.removeFirst()

    switch place {
    case "in-front":
      signal(SIGTTOU, SIG_IGN)
      tcsetpgrp(0, getpgrp())
      signal(SIGTTOU, SIG_DFL)
      become(words)
    case "without-terminal":
      setsid()
      become(words)
    default:
      var shell = JobShell(terminal: place)
      shell.takeOptions(from: &words)
      shell.start(words)
      shell.obey()
    }
  }

  private func become(_ words: [String]) -> Never {
    execv(words[0], words.map { strdup($0) } + [nil])
    exit(127)
  }

  private func report(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private struct JobShell {
    private let terminal: Int32
    private var job: Int32 = 0
    private var hasOwnGroup = true
    private var startsInFront = true

    /// Makes a session on this terminal.
    init(terminal path: String) {
      setsid()
      terminal = open(path, O_RDWR)
      _ = ioctl(terminal, UInt(TIOCSCTTY), 0)
      // A shell in the background moves the foreground too.
      signal(SIGTTOU, SIG_IGN)
    }

    private var jobGroup: Int32 { hasOwnGroup ? job : getpgrp() }

    mutating func takeOptions(from words: inout [String]) {
      while let word = words.first, word.hasPrefix("--") {
        words.removeFirst()

        switch word {
        case "--same-group":
          hasOwnGroup = false
        case "--background":
          startsInFront = false
        default:
          preconditionFailure("JobShell: \(word) is not known.")
        }
      }
    }

    mutating func start(_ words: [String]) {
      var spawn = Spawn(path: words[0], arguments: Array(words.dropFirst()))
      if startsInFront {
        spawn = Spawn(path: CommandLine.arguments[0], arguments: ["in-front"] + words)
      }
      spawn.descriptors = [0: terminal, 1: terminal, 2: terminal]
      spawn.closedDescriptors = [terminal]
      spawn.defaultSignals = [SIGTTOU]
      spawn.leadsGroup = hasOwnGroup

      guard let job = try? spawn.start() else {
        report("no job")
        exit(127)
      }
      self.job = job
      if !startsInFront {
        comeToFront()
      }

      report("job \(job)")
      // The test sees the end of the job's trace when the job has ended, and not when the shell has.
      close(3)
      close(4)
      Thread.detachNewThread { [self] in
        watch()
      }
    }

    /// Reports each change of the job, until it has ended.
    private func watch() {
      var status: Int32 = 0

      while waitpid(job, &status, WUNTRACED | WCONTINUED) == job {
        let change = Change(status: status)
        if case .stopped = change {
          comeToFront()
        }
        report("\(change)")
      }
    }

    private func comeToFront() {
      tcsetpgrp(terminal, getpgrp())
    }

    func obey() {
      while let line = readLine() {
        switch Job.ShellCommand(rawValue: line) {
        case .fg:
          tcsetpgrp(terminal, jobGroup)
          kill(-jobGroup, SIGCONT)
        case .bg:
          kill(-jobGroup, SIGCONT)
        case .giveTerminal:
          tcsetpgrp(terminal, jobGroup)
        case nil:
          report("\(line) is not known")
        }
      }
    }
  }

  /// What a wait status tells.
  private enum Change: CustomStringConvertible {
    case continued
    case stopped(Int32)
    case exited(Int32)
    case died(Int32)

    init(status: Int32) {
      let low = status & 0x7f
      let high = (status >> 8) & 0xff

      // Linux has a number for a continued job; on Darwin it is "stopped" by SIGCONT.
      if status == 0xffff {
        self = .continued
      } else if low == 0x7f {
        self = high == SIGCONT ? .continued : .stopped(high)
      } else if low == 0 {
        self = .exited(high)
      } else {
        self = .died(low)
      }
    }

    var description: String {
      switch self {
      case .continued: "continued"
      case .stopped(let signal): "stopped \(signal)"
      case .exited(let code): "exited \(code)"
      case .died(let signal): "died \(signal)"
      }
    }
  }
#endif
