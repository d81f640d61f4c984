import Foundation
public import LifecycleBus

/// A POSIX signal, by its number on this system.
public struct ProcessSignal: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number, as `kill` takes it.
  public let rawValue: Int32

  /// Makes any signal from its number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// SIGHUP: the terminal was closed. A service may read its settings again.
  public static let hangup = Self(rawValue: SIGHUP)
  /// SIGINT: Ctrl-C.
  public static let interrupt = Self(rawValue: SIGINT)
  /// SIGQUIT: Ctrl-\, by which a person wants a core dump or a backtrace.
  static let quit = Self(rawValue: SIGQUIT)
  /// SIGPIPE: the reader of the output has gone, as in `tool | head`.
  public static let brokenPipe = Self(rawValue: SIGPIPE)
  /// SIGTERM: sent by `kill` and by service managers.
  public static let terminate = Self(rawValue: SIGTERM)
  /// SIGTSTP: Ctrl-Z.
  public static let suspend = Self(rawValue: SIGTSTP)
  /// SIGCONT: `fg`, `bg`, or the end of any other stop.
  static let resume = Self(rawValue: SIGCONT)
  /// SIGUSR1: what the program makes of it.
  public static let user1 = Self(rawValue: SIGUSR1)
  /// SIGUSR2: what the program makes of it.
  public static let user2 = Self(rawValue: SIGUSR2)
  /// SIGWINCH: the size of the terminal's window has changed.
  public static let windowChange = Self(rawValue: SIGWINCH)

  /// False for what no program can handle, for job control, and for faults and wanted dumps.
  var isTakeable: Bool {
    switch rawValue {
    case SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGQUIT: false
    case SIGKILL, SIGSTOP, SIGTSTP, SIGCONT: false
    default: true
    }
  }

  /// "SIGTERM", as in the C headers; "signal 42" if this type has no name for it.
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
  /// The `userInfo` key of the signal's number.
  static let signalKey = "LifecycleBus.signal"

  /// The signal that ends or suspends the process and is why a
  /// ``/LifecycleBusSignals/ProcessSignalSource`` posted the event; `nil` for other events.
  public var signal: ProcessSignal? {
    (userInfo?[Self.signalKey] as? Int32).map(ProcessSignal.init)
  }
}
