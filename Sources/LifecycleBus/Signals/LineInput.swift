public import LifecycleBus

/// Reads lines from standard input, in a tool that also receives Ctrl-Z, `fg` and Ctrl-C as events.
///
/// ```swift
/// let input = LineInput()
/// let mediator = AppLifecycleMediator(listeners: [input], policy: .lifecycle)
/// let source = ProcessSignalSource(mediator: mediator)
/// try source.start()
/// for await line in input.lines { print("you typed: \(line)") }
/// await source.end(.now)
/// ```
///
/// A separate thread reads, so the main actor stays free for listeners.
///
/// Attach the input to the mediator, because a terminal is read only in the foreground. A terminal
/// is read only while a task waits for a line, so that an editor or `ssh` that the tool runs
/// receives what the user types. Other inputs are read ahead, until 1,024 lines or more are waiting.
///
/// The lines end when the input ends, when the terminal is closed, and at `willTerminate`. Lines
/// that no task has taken are dropped at `willTerminate`.
public final class LineInput: AppLifecycleListener {
  private let buffer: LineBuffer

  /// Makes an input that reads nothing yet. Make the input before the program opens files.
  ///
  /// If standard input is closed now, the lines end with ``Failure/closed``, because a file that is
  /// opened later may get the number of standard input.
  public init() { buffer = LineBuffer(descriptor: 0) }

  init(descriptor: Int32) { buffer = LineBuffer(descriptor: descriptor) }

  /// The lines as text, without their ends. Bytes that are not UTF-8 are repaired.
  ///
  /// If a loop ends early, the next loop continues with the following line.
  public nonisolated var lines: Lines<String> {
    Lines(buffer: buffer) { String(decoding: $0, as: UTF8.self) }
  }

  /// The lines as bytes, without the line feed or the carriage return and line feed at their ends.
  public nonisolated var byteLines: Lines<[UInt8]> { Lines(buffer: buffer) { $0 } }

  /// Why the lines ended before the end of the input; `nil` if there was no error. Read this value
  /// after the loop.
  public nonisolated var failure: Failure? { buffer.failure }

  /// Why no more lines can be read.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// Standard input was closed when the ``LineInput`` was made.
    case closed
    /// The system refused the thread that reads, with this `errno`.
    case threadRefused(errno: Int32)
    /// The input cannot be read any further, with this `errno`.
    case unreadable(errno: Int32)

    /// What happened, and what to do, in one sentence.
    public var description: String {
      switch self {
      case .closed:
        "Standard input is closed, so there are no lines to read; give a terminal, a file or a pipe, "
          + "or `< /dev/null` for none."
      case .threadRefused(let errno):
        "The system refused a thread to read the input (errno \(errno)), so nothing of it was read; "
          + "raise the limit of processes."
      case .unreadable(let errno):
        "The input cannot be read (errno \(errno)), so what follows there is missing; give a "
          + "terminal, a file or a pipe."
      }
    }
  }

  /// Lets the terminal be read.
  public func onAppWillEnterForeground() { buffer.isOpen = true }
  /// Stops reading from the terminal.
  public func onAppDidEnterBackground() { buffer.isOpen = false }
  /// Ends the lines.
  public func onAppWillTerminate() { buffer.finish() }

  /// The lines of standard input, as text or as bytes.
  public struct Lines<Line>: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let buffer: LineBuffer
    let line: @Sendable ([UInt8]) -> Line

    /// Takes the next line; returns `nil` at the end, and if the task is cancelled.
    public func next() async -> Line? { await buffer.next().map(line) }

    /// Takes the next line without leaving the caller's actor, as a `for await` loop does.
    public func next(isolation actor: isolated (any Actor)?) async -> Line? {
      await buffer.next().map(line)
    }

    /// Begins to take lines.
    public func makeAsyncIterator() -> Self { self }
  }
}
