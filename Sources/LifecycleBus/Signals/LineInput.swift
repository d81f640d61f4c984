public import LifecycleBus

/// The lines of standard input, for a tool that also receives Ctrl-Z, `fg` and Ctrl-C as events.
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
/// Another thread reads, so the main actor stays free for listeners. `readLine()` would block it.
///
/// A terminal is read only while a task waits for a line, so that a child such as an editor gets
/// its input. If you attach the input to the mediator, a terminal is read only in the foreground.
/// Other inputs are read up to 1,024 lines ahead.
///
/// The lines end with the input, with a closed terminal, and with `willTerminate`. Lines that
/// nobody has taken are dropped then.
public final class LineInput: AppLifecycleListener {
  private let buffer: LineBuffer

  /// Makes an input that reads nothing yet. Make it before the program opens files.
  ///
  /// If standard input is closed now, the lines end with ``Failure/closed``.
  public init() { buffer = LineBuffer(descriptor: 0) }

  init(descriptor: Int32) { buffer = LineBuffer(descriptor: descriptor) }

  /// The lines as text, without their ends. Bytes that are not UTF-8 are repaired.
  ///
  /// A loop that ends early loses no line: the next loop continues where it ended.
  public nonisolated var lines: Lines<String> {
    Lines(buffer: buffer) { String(decoding: $0, as: UTF8.self) }
  }

  /// The lines as bytes, without their ends (a line feed, or a carriage return and a line feed).
  public nonisolated var byteLines: Lines<[UInt8]> { Lines(buffer: buffer) { $0 } }

  /// Why the lines ended before the end of the input. Read it after the loop over the lines.
  public nonisolated var failure: Failure? { buffer.failure }

  /// Why no more lines can be read.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// Standard input was closed when the ``LineInput`` was made.
    case closed
    /// The system refused the thread that reads, with this `errno`.
    case threadRefused(errno: Int32)
    /// The input cannot be read further, with this `errno`.
    case unreadable(errno: Int32)

    /// What happened, and what to do.
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

    /// Takes the next line; `nil` at the end, and if the task is cancelled.
    public func next() async -> Line? { await buffer.next().map(line) }

    /// Takes the next line without leaving the caller's actor, as a `for await` loop does.
    public func next(isolation actor: isolated (any Actor)?) async -> Line? {
      await buffer.next().map(line)
    }

    /// Begins to take lines.
    public func makeAsyncIterator() -> Self { self }
  }
}
