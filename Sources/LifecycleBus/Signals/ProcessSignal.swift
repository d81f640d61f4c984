import Foundation
public import LifecycleBus

/// A POSIX signal, identified by its number on this system.
public struct ProcessSignal: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The signal's number, as `kill` takes it.
  public let rawValue: Int32

  /// Makes a signal from its number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// SIGHUP: the terminal was closed. Many services take this signal as a request to read their
  /// settings again.
  public static let hangup = Self(rawValue: SIGHUP)
  /// SIGINT: somebody has pressed Ctrl-C.
  public static let interrupt = Self(rawValue: SIGINT)
  static let quit = Self(rawValue: SIGQUIT)
  /// SIGPIPE: the reader of the output has gone, as in `tool | head`.
  public static let brokenPipe = Self(rawValue: SIGPIPE)
  /// SIGTERM: `kill` or a service manager asks the process to end.
  public static let terminate = Self(rawValue: SIGTERM)
  /// SIGTSTP: somebody has pressed Ctrl-Z.
  public static let suspend = Self(rawValue: SIGTSTP)
  static let resume = Self(rawValue: SIGCONT)
  /// SIGUSR1: the program decides what it means.
  public static let user1 = Self(rawValue: SIGUSR1)
  /// SIGUSR2: the program decides what it means.
  public static let user2 = Self(rawValue: SIGUSR2)
  /// SIGWINCH: the size of the terminal's window has changed.
  public static let windowChange = Self(rawValue: SIGWINCH)

  /// False for what no program can handle, for job control, and for faults.
  var isTakeable: Bool {
    switch rawValue {
    case SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGQUIT: false
    case SIGKILL, SIGSTOP, SIGTSTP, SIGCONT: false
    default: true
    }
  }

  /// The name in the C headers, such as "SIGTERM", or "signal 42" if this type has no name for it.
  public var description: String {
    switch self {
    case .hangup: "SIGHUP"
    case .interrupt: "SIGINT"
    case .brokenPipe: "SIGPIPE"
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

extension AppLifecycleContext {
  static let signalKey = "LifecycleBus.signal"

  /// The signal that caused this event, such as SIGTERM or SIGTSTP.
  ///
  /// A ``/LifecycleBusSignals/ProcessSignalSource`` sets it for the events on the way to the end or
  /// the suspension of the process. For other events it's `nil`.
  public var signal: ProcessSignal? {
    (userInfo?[Self.signalKey] as? Int32).map(ProcessSignal.init)
  }
}
