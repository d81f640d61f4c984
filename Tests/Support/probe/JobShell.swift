#if os(macOS) || os(Linux)
  // A shell of one job: makes a session with a terminal, starts a program in it, and brings it to the
  // front and to the back as it is told. Reads commands from standard input, and writes to standard
  // output what becomes of the job.
  //
  //   JobShell TERMINAL [--same-group] [--background] PROGRAM ARGUMENT...
  //
  // TERMINAL is the path of a pseudo-terminal, or "session" for a new session without one, in which
  // the shell becomes the program. With "front" it does so after it has brought its group to the front
  // of the terminal that is its standard input: as shells do in the child, so that the program does
  // not begin in the background.

  import Foundation
  import TestSupport

  /// Whether a wait status tells of a continued job. Linux has a number for that; on Darwin the job
  /// is "stopped" by SIGCONT.
  private func isContinued(_ status: Int32) -> Bool {
    #if canImport(Darwin)
      status & 0x7f == 0x7f && status >> 8 == SIGCONT
    #else
      status == 0xffff
    #endif
  }

  private func report(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  func jobShell() {
    var words = Array(CommandLine.arguments.dropFirst())
    let place = words.removeFirst()
    var hasOwnGroup = true
    var startsInFront = true
    while let word = words.first, word.hasPrefix("--") {
      words.removeFirst()
      if word == "--same-group" { hasOwnGroup = false }
      if word == "--background" { startsInFront = false }
    }
    guard let program = words.first else {
      report("no program")
      exit(127)
    }

    if place == "front" {
      signal(SIGTTOU, SIG_IGN)
      tcsetpgrp(0, getpgrp())
      signal(SIGTTOU, SIG_DFL)
    } else {
      setsid()
    }
    if place == "session" || place == "front" {
      execv(program, words.map { strdup($0) } + [nil])
      exit(127)
    }

    let terminal = open(place, O_RDWR)
    _ = ioctl(terminal, UInt(TIOCSCTTY), 0)
    // A shell in the background moves the foreground too.
    signal(SIGTTOU, SIG_IGN)

    var spawn = Spawn(path: program, arguments: Array(words.dropFirst()))
    if startsInFront {
      spawn = Spawn(path: CommandLine.arguments[0], arguments: ["front"] + words)
    }
    spawn.descriptors = [0: terminal, 1: terminal, 2: terminal]
    spawn.closedDescriptors = [terminal]
    spawn.defaultSignals = [SIGTTOU]
    spawn.leadsGroup = hasOwnGroup
    guard let job = try? spawn.start() else {
      report("no job")
      exit(127)
    }
    let jobGroup = hasOwnGroup ? job : getpgrp()
    if !startsInFront { tcsetpgrp(terminal, getpgrp()) }
    report("job \(job)")
    // The test sees the end of the job's trace when the job has ended, and not when the shell has.
    close(3)
    close(4)

    Thread.detachNewThread { [job, terminal] in
      while true {
        var status: Int32 = 0
        guard waitpid(job, &status, WUNTRACED | WCONTINUED) == job else { return }
        switch (status & 0x7f, status & 0xff) {
        case (_, _) where isContinued(status): report("continued")
        case (_, 0x7f):
          tcsetpgrp(terminal, getpgrp())
          report("stopped \((status >> 8) & 0xff)")
        case (0, _): report("exited \((status >> 8) & 0xff)")
        default: report("died \(status & 0x7f)")
        }
      }
    }

    while let command = readLine() {
      switch command {
      case "fg":
        tcsetpgrp(terminal, jobGroup)
        kill(-jobGroup, SIGCONT)
      case "front": tcsetpgrp(terminal, jobGroup)  // as a shell does with a job that runs already
      case "bg": kill(-jobGroup, SIGCONT)
      default: report("what is \(command)?")
      }
    }
  }
#endif
