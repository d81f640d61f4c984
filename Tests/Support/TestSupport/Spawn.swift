#if os(macOS) || os(Linux)
  import Foundation

  /// A program to start as a child process, and in which state it starts.
  ///
  /// Not Foundation's `Process`: there a child inherits the signal mask of the thread that starts
  /// it, and tests run on threads that block nearly all signals.
  package struct Spawn {
    /// Keeps a child from starting between the making of a pipe and its mark. The child would keep
    /// the ends open, and a pipe that has lost its reader would seem to have one.
    static let lock = NSLock()

    package var path: String
    package var arguments: [String] = []
    /// The child's environment; `nil` for that of this process.
    package var environment: [String: String]?
    /// Descriptors of this process, by the number that they get in the child.
    package var descriptors: [Int32: Int32] = [:]
    /// Descriptors that are closed in the child.
    package var closedDescriptors: [Int32] = []
    /// The signals that get their default action in the child; `nil` for all of them.
    package var defaultSignals: [Int32]?
    /// Whether the child leads a process group of its own.
    package var leadsGroup = false

    package init(path: String, arguments: [String] = []) {
      self.path = path
      self.arguments = arguments
    }

    /// Starts the program with no signal blocked, and returns its process id.
    package func start() throws -> Int32 {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
      #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
      #endif
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      for (number, descriptor) in descriptors.sorted(by: { $0.key < $1.key }) {
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      }
      for descriptor in closedDescriptors {
        posix_spawn_file_actions_addclose(&actions, descriptor)
      }
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      var signals = sigset_t()
      sigemptyset(&signals)
      posix_spawnattr_setsigmask(&attributes, &signals)
      if let defaultSignals {
        for signal in defaultSignals { sigaddset(&signals, signal) }
      } else {
        sigfillset(&signals)
      }
      posix_spawnattr_setsigdefault(&attributes, &signals)
      var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
      if leadsGroup { flags |= Int32(POSIX_SPAWN_SETPGROUP) }
      posix_spawnattr_setflags(&attributes, Int16(flags))

      var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
      defer { for word in words { free(word) } }
      let own = ProcessInfo.processInfo.environment
      var variables = environment ?? own
      // A crash is a result here; a backtrace of it would take seconds.
      variables["SWIFT_BACKTRACE"] = "enable=no"
      // The tests under a sanitizer or with coverage: where each process writes its report or counts.
      for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LLVM_PROFILE_FILE"] {
        variables[name] = own[name]
      }
      var entries: [UnsafeMutablePointer<CChar>?] =
        variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
      defer { for entry in entries { free(entry) } }
      var pid: pid_t = 0
      let result = Self.lock.withLock {
        posix_spawn(&pid, path, &actions, &attributes, &words, &entries)
      }
      guard result == 0 else { throw MissingLine(description: "\(path) did not start: \(result)") }
      return pid
    }
  }

  /// Lets signals that this thread causes end the process: workers of Dispatch block all signals, and
  /// some shells ignore a few.
  package func expose(to signals: Int32...) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals {
      sigaddset(&set, number)
      signal(number, SIG_DFL)
    }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
#endif
