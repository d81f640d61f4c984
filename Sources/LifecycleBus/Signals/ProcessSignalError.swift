/// Why a signal source could not be started.
///
/// ```swift
/// do {
///   try source.start()
/// } catch {
///   print(error)  // a sentence that says what happened and what to do
/// }
/// ```
public struct ProcessSignalError: Error, Hashable, Sendable {
  /// What kind of failure it is, for code that acts on it.
  public enum Code: Hashable, Sendable {
    /// Another source in this process has the signal, or this source was started already.
    case alreadyOwned
    /// The system refused a pipe or a signal handler; the number is `errno`.
    case refused(errno: Int32)
    /// The system refused the thread that reads the signals; the number is `errno`.
    case threadRefused(errno: Int32)
  }

  /// What kind of failure it is.
  public let code: Code
  /// The signal that was refused; `nil` where the failure concerns no single signal.
  public let signal: ProcessSignal?
  /// The name of the source that has the signal, with ``Code/alreadyOwned``.
  public let owner: String?

  init(code: Code, signal: ProcessSignal?, owner: String? = nil) {
    self.code = code
    self.signal = signal
    self.owner = owner
  }
}

extension ProcessSignalError: CustomStringConvertible {
  /// One sentence: what happened, and what to do.
  public var description: String {
    let name = signal?.description ?? "A signal"
    return switch code {
    case .alreadyOwned:
      "\(name) is taken by the signal source \(owner ?? "of this name") in this process; "
        + "stop that one first, or leave \(name) to one of the two."
    case .refused(let errno) where signal == nil:
      "The system refused a pipe (errno \(errno)); check the limit of open files."
    case .threadRefused(let errno):
      "The system refused a thread to read signals (errno \(errno)); raise the limit of processes."
    case .refused(let errno):
      "The system refused to hand over \(name) (errno \(errno)); leave it out of the configuration."
    }
  }
}
