#if os(Linux)
  import Foundation
  import Glibc

  /// This program, run once more as another process.
  struct Child {
    let pid: pid_t
    /// What it writes to its standard output, or to descriptor 3.
    private let output: Int32

    struct Failure: Error, CustomStringConvertible {
      let description: String
    }

    /// - `output`: Whether its standard output comes here.
    /// - `terminal`: Makes it a job: in a group of its own, with this terminal as descriptors 0 to
    ///   2, and 3 comes here.
    init(arguments: [String], output readsOutput: Bool, terminal: Int32? = nil) throws {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw Failure(description: "no pipe: \(errno)") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      if let terminal {
        for descriptor in Int32(0)...2 {
          posix_spawn_file_actions_adddup2(&actions, terminal, descriptor)
        }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
      } else {
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        if readsOutput { posix_spawn_file_actions_adddup2(&actions, ends[1], 1) }
      }
      let words = ["signal-benchmark"] + arguments
      var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
      defer { for pointer in pointers { free(pointer) } }
      var pid: pid_t = 0
      let result = posix_spawn(&pid, "/proc/self/exe", &actions, &attributes, &pointers, environ)
      close(ends[1])
      guard result == 0 else { throw Failure(description: "no child: \(result)") }
      self.pid = pid
      output = ends[0]
    }

    /// Reads one time, or fails after ten seconds without one.
    func readTime() throws -> Int64 {
      var time: Int64 = 0
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 10_000) == 1, read(output, &time, 8) == 8 else {
        kill()
        throw Failure(description: "a signal did not arrive within 10 s")
      }
      return time
    }

    func kill() { Glibc.kill(pid, SIGKILL) }

    /// Waits until it has ended, or was stopped, and returns the status.
    func wait(orStopped: Bool = false) -> Int32 {
      var status: Int32 = 0
      while waitpid(pid, &status, orStopped ? WUNTRACED : 0) < 0, errno == EINTR {}
      return status
    }
  }
#endif
