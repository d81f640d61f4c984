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
      posix_spawnattr_init(&attributes)
      defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
      }

      for (number, descriptor) in descriptors.sorted(by: { $0.key < $1.key }) {
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      }
      for descriptor in closedDescriptors {
        posix_spawn_file_actions_addclose(&actions, descriptor)
      }

      var blocked = Self.signals([])
      posix_spawnattr_setsigmask(&attributes, &blocked)
      var defaults = Self.signals(defaultSignals)
      posix_spawnattr_setsigdefault(&attributes, &defaults)
      var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
      if leadsGroup {
        flags |= Int32(POSIX_SPAWN_SETPGROUP)
      }
      posix_spawnattr_setflags(&attributes, Int16(flags))

      return try Self.withCStrings([path] + arguments) { words in
        try Self.withCStrings(variables.map { "\($0.key)=\($0.value)" }) { entries in
          var pid: pid_t = 0
          let result = Self.lock.withLock {
            posix_spawn(&pid, path, &actions, &attributes, words, entries)
          }
          guard result == 0 else {
            throw MissingLine(description: "\(path) did not start: \(result)")
          }
          return pid
        }
      }
    }

    /// The child's environment, with what each child needs.
    private var variables: [String: String] {
      let own = ProcessInfo.processInfo.environment
      var variables = environment ?? own

      // A crash is a result here; a backtrace of it would take seconds.
      variables["SWIFT_BACKTRACE"] = "enable=no"
      // The tests under a sanitizer or with coverage: where each process writes its report or counts.
      for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LLVM_PROFILE_FILE"] {
        variables[name] = own[name]
      }
      return variables
    }

    /// A set of signals; `nil` for all.
    private static func signals(_ numbers: [Int32]?) -> sigset_t {
      var set = sigset_t()

      guard let numbers else {
        sigfillset(&set)
        return set
      }
      sigemptyset(&set)
      for number in numbers {
        sigaddset(&set, number)
      }
      return set
    }

    /// Calls a closure with a list of C strings that ends with `nil`.
    private static func withCStrings<Result>(
      _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result
    ) rethrows -> Result {
      let strings = texts.map { strdup($0) } + [nil]
      defer {
        for string in strings {
          free(string)
        }
      }
      return try body(strings)
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
