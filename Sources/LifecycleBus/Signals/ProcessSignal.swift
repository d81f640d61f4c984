import Foundation
public import LifecycleBus

/// A POSIX signal, by its number on this system.
public struct ProcessSignal: RawRepresentable, Hashable, Sendable {
  /// The number, as `kill` takes it.
  public let rawValue: Int32

  /// Makes any signal from its number on this system.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// SIGHUP: the terminal was closed. With an action, a service can read its settings again.
  public static let hangup = Self(rawValue: SIGHUP)
  /// SIGINT: Ctrl-C.
  public static let interrupt = Self(rawValue: SIGINT)
  /// SIGQUIT: Ctrl-\, for an end with a core dump. By default SIGQUIT is not an ending signal.
  public static let quit = Self(rawValue: SIGQUIT)
  /// SIGPIPE: the reader of the output has gone, as in `tool | head`.
  public static let brokenPipe = Self(rawValue: SIGPIPE)
  /// SIGTERM: sent by `kill` and by service managers.
  public static let terminate = Self(rawValue: SIGTERM)
  /// SIGTSTP: Ctrl-Z.
  public static let suspend = Self(rawValue: SIGTSTP)
  /// SIGCONT: `fg`, `bg`, or the end of any other stop.
  public static let resume = Self(rawValue: SIGCONT)
  /// SIGUSR1, with the meaning that the program gives it.
  public static let user1 = Self(rawValue: SIGUSR1)
  /// SIGUSR2, with the meaning that the program gives it.
  public static let user2 = Self(rawValue: SIGUSR2)
  /// SIGWINCH: the size of the terminal's window has changed.
  public static let windowChange = Self(rawValue: SIGWINCH)

  /// False for the signals of a fault, after which no Swift code is safe, and for SIGTSTP and
  /// SIGCONT.
  var isTakeable: Bool {
    switch rawValue {
    case SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGTSTP, SIGCONT: false
    default: true
    }
  }
}

extension ProcessSignal: CustomStringConvertible {
  /// The name in the C headers, such as "SIGTERM"; "signal 42" if this type has no name for it.
  public var description: String {
    switch self {
    case .hangup: "SIGHUP"
    case .interrupt: "SIGINT"
    case .quit: "SIGQUIT"
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

/// Why a signal source could not be started. The description is a sentence that says what happened
/// and what to do.
public enum ProcessSignalError: Error, Equatable {
  /// A source of this name has the signals of the process, or is at its end.
  case alreadyStarted(by: String)
  /// Other code in this process has installed a handler for the signal.
  case handledElsewhere(ProcessSignal)
  /// The system refused the signal, or the pipe or thread that all signals need, with this `errno`.
  case refused(ProcessSignal?, errno: Int32)
}

extension ProcessSignalError: CustomStringConvertible {
  /// What happened, and what to do, in one sentence.
  public var description: String {
    switch self {
    case .alreadyStarted(let owner):
      "The signal source \(owner) has the signals of this process; stop that one first, or use it."
    case .handledElsewhere(let signal):
      "\(signal) is handled by other code in this process, such as a Dispatch source or a service "
        + "group; let that code leave \(signal) alone, or leave it out of the configuration."
    case .refused(let signal?, let errno):
      "The system refused to hand over \(signal) (errno \(errno)); leave it out of the configuration."
    case .refused(nil, let errno):
      "The system refused a pipe or a thread to read signals with (errno \(errno)); check the limits "
        + "of open files and of processes."
    }
  }
}

extension AppLifecycleContext {
  /// The `userInfo` key of the signal's number, an `Int32`.
  static let signalKey = "LifecycleBus.signal"

  /// The signal for which a ``/LifecycleBusSignals/ProcessSignalSource`` posted the event; `nil`
  /// for other events, such as those of a body that has returned.
  ///
  /// ```swift
  /// func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
  ///   if event == .willTerminate, context.signal == .hangup { terminal.isGone = true }
  /// }
  /// ```
  public var signal: ProcessSignal? {
    (userInfo?[Self.signalKey] as? Int32).map(ProcessSignal.init)
  }
}
