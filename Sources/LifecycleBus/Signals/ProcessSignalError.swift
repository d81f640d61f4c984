/// Why a signal source could not be started.
///
/// ```swift
/// do {
///   try source.start()
/// } catch {
///   print(error)  // a sentence that says what happened and what to do
/// }
/// ```
public enum ProcessSignalError: Error, Equatable {
  /// Another source has the signal, or this source is started already.
  case alreadyOwned(ProcessSignal, by: String)
  /// Other code in this process has installed a handler for the signal.
  case handledElsewhere(ProcessSignal)
  /// The system refused the signal, with this `errno`.
  case signalRefused(ProcessSignal, errno: Int32)
  /// The system refused a pipe, with this `errno`.
  case pipeRefused(errno: Int32)
  /// The system refused the thread that reads the signals, with this `errno`.
  case threadRefused(errno: Int32)
}

extension ProcessSignalError: CustomStringConvertible {
  /// What happened, and what to do, in one sentence.
  public var description: String {
    switch self {
    case .alreadyOwned(let signal, let owner):
      "\(signal) is taken by the signal source \(owner) in this process; stop that one first, or "
        + "leave \(signal) to one of the two."
    case .handledElsewhere(let signal):
      "\(signal) is handled by other code in this process, such as a Dispatch source or a service "
        + "group; let that code leave \(signal) alone, or leave it out of the configuration."
    case .signalRefused(let signal, let errno):
      "The system refused to hand over \(signal) (errno \(errno)); leave it out of the configuration."
    case .pipeRefused(let errno):
      "The system refused a pipe (errno \(errno)); check the limit of open files."
    case .threadRefused(let errno):
      "The system refused a thread to read signals (errno \(errno)); raise the limit of processes."
    }
  }
}
