/// Why a signal source couldn't be started.
public enum ProcessSignalError: Error, Equatable, CustomStringConvertible {
  /// A source has the signals of the process, or is at its end.
  case alreadyStarted
  /// Other code in this process has installed a handler for the signal.
  case handledElsewhere(ProcessSignal)
  /// The system refused a handler, or the pipe or thread that all signals need, with this `errno`.
  case refused(errno: Int32)

  /// What happened, and what to do, in one sentence.
  public var description: String {
    switch self {
    case .alreadyStarted:
      "Another signal source has the signals of this process; stop that one first, or use it."
    case .handledElsewhere(let signal):
      "\(signal) is handled by other code in this process, such as a Dispatch source or a service "
        + "group; let that code leave \(signal) alone, or leave it out of the configuration."
    case .refused(let errno):
      "The system refused what reading signals takes (errno \(errno)); check the limits of open "
        + "files and of processes."
    }
  }
}
