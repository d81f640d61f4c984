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
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// SIGHUP: the terminal is gone.
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
  #else
    /// SIGTSTP, which this system does not have; the number is that of Linux.
    public static let suspend = Self(rawValue: 20)
    /// SIGCONT, which this system does not have; the number is that of Linux.
    public static let resume = Self(rawValue: 18)
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
    default: "signal \(rawValue)"
    }
  }
}
