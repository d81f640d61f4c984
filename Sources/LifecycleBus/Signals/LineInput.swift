public import LifecycleBus

/// The lines of standard input, for a tool that also wants Ctrl-Z, `fg` and Ctrl-C as events.
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
/// A thread of its own waits for the input, so the main actor stays free and listeners receive the
/// events of every signal. With `readLine()` the main thread is in a system call while the user
/// thinks, and no listener receives an event: the first Ctrl-C takes the whole budget of the
/// source, and then the process dies.
///
/// A terminal is read only while a task waits for a line, so that an editor or `ssh` that the tool
/// runs gets its input, and only while the process is in front: in the background a read would take
/// what is meant for another program, or stop this one. Attach it to the mediator for that. What is
/// not a terminal is read at any time, up to 1,024 lines ahead.
///
/// The lines end at the end of the input, when the terminal is closed, and with `willTerminate`;
/// what was read and not yet taken is dropped then. The thread starts with the first line that is
/// asked for.
public final class LineInput: AppLifecycleListener {
  private let buffer: LineBuffer

  /// Reads nothing yet. Make it before the program opens files: where standard input is closed at
  /// this moment, the lines end with ``Failure/closed``, because a file that is opened later may get
  /// its number.
  public init() { buffer = LineBuffer(descriptor: 0) }

  init(descriptor: Int32) { buffer = LineBuffer(descriptor: descriptor) }

  /// The lines as text, without their ends. Bytes that are not UTF-8 are repaired; see
  /// ``byteLines`` for what was really typed.
  ///
  /// A line goes to one of the loops that take lines. A loop that ends early, or whose task is
  /// cancelled, loses none: the next loop goes on behind the last line that was taken.
  public nonisolated var lines: Lines<String> {
    Lines(buffer: buffer) { String(decoding: $0, as: UTF8.self) }
  }

  /// The lines as bytes, without their ends: a line feed, or a carriage return and a line feed.
  public nonisolated var byteLines: Lines<[UInt8]> { Lines(buffer: buffer) { $0 } }

  /// Why the lines ended before the end of the input; `nil` until then, and at an ordinary end.
  /// Ask after the loop over the lines.
  public nonisolated var failure: Failure? { buffer.failure }

  /// Why no more lines can be read.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// Standard input was closed when the ``LineInput`` was made.
    case closed
    /// The system refused the thread that reads; the number is `errno`.
    case threadRefused(errno: Int32)
    /// The input cannot be read, or not further; the number is `errno`.
    case unreadable(errno: Int32)

    /// One sentence: what happened, and what to do.
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

  /// A terminal may be read.
  public func onAppWillEnterForeground() { buffer.isOpen = true }
  /// A terminal may not be read.
  public func onAppDidEnterBackground() { buffer.isOpen = false }
  /// Ends the lines.
  public func onAppWillTerminate() { buffer.finish() }

  /// The lines of standard input, as text or as bytes.
  public struct Lines<Line>: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let buffer: LineBuffer
    let line: @Sendable ([UInt8]) -> Line

    /// Takes the next line.
    ///
    /// - Returns: The line; `nil` at the end, and when the task is cancelled.
    public func next() async -> Line? { await buffer.next().map(line) }

    /// Takes the next line without leaving the caller's actor, as a `for await` loop does.
    ///
    /// - Parameter actor: The caller's actor.
    /// - Returns: The line; `nil` at the end, and when the task is cancelled.
    public func next(isolation actor: isolated (any Actor)?) async -> Line? {
      await buffer.next().map(line)
    }

    /// Begins to take lines.
    ///
    /// - Returns: An iterator that takes lines from the input.
    public func makeAsyncIterator() -> Self { self }
  }
}
