/// Why a signal source couldn't start, or which work was cut off at its end.
public enum ProcessSignalError: Error, Equatable, CustomStringConvertible {
  /// A source in this process receives the signals already, or is about to end the process.
  case alreadyStarted
  /// Other code in this process has installed a handler for this signal.
  case handledElsewhere(ProcessSignal)
  /// The system refused a handler, a pipe or a thread that the source needs, with this `errno`.
  case refused(errno: Int32)
  /// The body of ``ProcessSignalSource/run(_:)`` ended by itself, but these holds were still open
  /// when the budget ran out.
  case holdsExpired([String])

  /// What happened and what to do about it, in one sentence.
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
    case .holdsExpired(let reasons):
      "The program's work was cut off, because the budget was over with these holds still open: "
        + "\(reasons.joined(separator: ", ")); release them earlier or ask for a larger budget."
    }
  }
}
