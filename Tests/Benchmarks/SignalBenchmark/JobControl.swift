#if os(Linux)
  import Foundation
  import Glibc

  /// Ctrl-Z and `fg`, many times: a shell of one job on a terminal of its own.
  enum JobControl {
    /// Starts the shell on a new pseudo-terminal, and waits for it.
    static func start(pairs: Int) throws {
      // The C module does not show `posix_openpt` and its kin; these are the calls beneath them,
      // TIOCSPTLCK and TIOCGPTN, from the Linux headers.
      let keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var number: Int32 = 0
      guard ioctl(keyboard, 0x4004_5431, &number) == 0, ioctl(keyboard, 0x8004_5430, &number) == 0
      else { throw Child.Failure(description: "no pseudo-terminal: \(errno)") }
      let shell = try Child(arguments: ["shell", "/dev/pts/\(number)", "\(pairs)"], output: false)
      let status = shell.wait()
      close(keyboard)
      if status != 0 { throw Child.Failure(description: "the shell ended with status \(status)") }
    }

    /// Is that shell.
    static func run(terminal path: String, pairs: Int) throws {
      setsid()
      let terminal = open(path, O_RDWR | O_CLOEXEC)
      _ = ioctl(terminal, UInt(TIOCSCTTY), 0)
      let job = try Child(arguments: ["job"], output: false, terminal: terminal)
      // A shell in the background moves the foreground too.
      signal(SIGTTOU, SIG_IGN)
      tcsetpgrp(terminal, job.pid)
      _ = try job.readTime()
      let before = Footprint(of: job.pid)
      let start = Time.now
      var relayed: Int64 = 0
      for _ in 0..<pairs {
        kill(job.pid, SIGTSTP)
        let status = job.wait(orStopped: true)
        guard status & 0xff == 0x7f else {
          throw Child.Failure(description: "the job ended with status \(status)")
        }
        kill(-job.pid, SIGCONT)
        relayed = try job.readTime()
      }
      let seconds = Double(Time.now - start) / 1e9
      print("SIGTSTP and SIGCONT under job control: \(pairs) pairs sent, \(relayed) relayed whole,")
      print(String(format: "  in %.1f s: %.2f ms a pair", seconds, seconds * 1e3 / Double(pairs)))
      print("    before: \(before)   after: \(Footprint(of: job.pid))")
      kill(job.pid, SIGTERM)
      _ = job.wait()
    }
  }
#endif
