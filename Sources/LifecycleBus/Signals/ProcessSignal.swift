#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Darwin)
  import Darwin
#endif

/// A POSIX signal, by its number on this system.
public struct ProcessSignal: RawRepresentable, Hashable, Sendable {
  /// The number, as `kill` takes it.
  public let rawValue: Int32

  /// Any signal, also one that has no name here.
  ///
  /// - Parameter rawValue: The number of the signal on this system.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// SIGHUP: the terminal is gone. To a service it is a request to read its settings again, if you
  /// give it an action with ``ProcessSignalSource/on(_:perform:)``.
  public static let hangup = Self(rawValue: 1)
  /// SIGINT: Ctrl-C.
  public static let interrupt = Self(rawValue: 2)
  /// SIGTERM: `kill`, and what service managers send.
  public static let terminate = Self(rawValue: 15)

  #if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Bionic) || canImport(Darwin)
    /// SIGTSTP: Ctrl-Z.
    public static let suspend = Self(rawValue: SIGTSTP)
    /// SIGCONT: `fg`, `bg`, or the end of any other stop.
    public static let resume = Self(rawValue: SIGCONT)
    /// SIGUSR1, which has the meaning that the program gives it.
    public static let user1 = Self(rawValue: SIGUSR1)
    /// SIGUSR2, which has the meaning that the program gives it.
    public static let user2 = Self(rawValue: SIGUSR2)
    /// SIGWINCH: the size of the terminal's window has changed.
    public static let windowChange = Self(rawValue: SIGWINCH)
  #else
    /// SIGTSTP, which this system does not have; the number is that of Linux.
    public static let suspend = Self(rawValue: 20)
    /// SIGCONT, which this system does not have; the number is that of Linux.
    public static let resume = Self(rawValue: 18)
    /// SIGUSR1, which this system does not have; the number is that of Linux.
    public static let user1 = Self(rawValue: 10)
    /// SIGUSR2, which this system does not have; the number is that of Linux.
    public static let user2 = Self(rawValue: 12)
    /// SIGWINCH, which this system does not have; the number is that of Linux.
    public static let windowChange = Self(rawValue: 28)
  #endif
}

extension ProcessSignal {
  /// Whether a source may take it: to end the process, or to run an action.
  var isTakeable: Bool { !Self.reserved.contains(self) }

  #if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Bionic) || canImport(Darwin)
    /// Faults, after which no Swift code is safe, and the two that are Ctrl-Z and its end.
    private static let reserved = Set(
      [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGTSTP, SIGCONT]
        .map(Self.init))
  #else
    private static let reserved: Set<Self> = []
  #endif
}

extension ProcessSignal: CustomStringConvertible {
  /// The name in the C headers, such as "SIGTERM"; "signal 42" for one that has no name here.
  public var description: String {
    switch self {
    case .hangup: "SIGHUP"
    case .interrupt: "SIGINT"
    case .terminate: "SIGTERM"
    case .suspend: "SIGTSTP"
    case .resume: "SIGCONT"
    case .user1: "SIGUSR1"
    case .user2: "SIGUSR2"
    case .windowChange: "SIGWINCH"
    default: "signal \(rawValue)"
    }
  }
}
