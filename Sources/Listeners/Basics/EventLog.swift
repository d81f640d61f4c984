public import Foundation
public import LifecycleBus

/// Writes one line for each event.
///
/// ```swift
/// mediator.attach(EventLog())
/// ```
/// ```text
/// 2026-11-21T10:00:00.000Z didFinishLaunching notRunning -> inactive
/// 2026-11-21T10:00:00.016Z didBecomeActive inactive -> active
/// 2026-11-21T10:04:12.500Z willResignActive active -> inactive (synthesized)
/// 2026-11-21T10:04:12.500Z didEnterBackground inactive -> background
/// ```
///
/// The format is stable: the time in UTC to the millisecond (ISO 8601), the event, the state
/// before, an arrow, the state after, and in parentheses the origin, unless the event was posted.
/// Parts are separated by one space. A condition, which changes no state, shows the same state
/// twice.
///
/// By default the lines are written to the unified log on Apple platforms and to standard error
/// elsewhere. A line that cannot be written (a full disk, a closed pipe, a closed terminal) is
/// counted and dropped.
public final class EventLog: AppLifecycleListener {
  typealias Sink = @MainActor (String) throws -> Void

  private let now: @MainActor () -> Date
  private let sink: Sink
  /// How many lines could not be written.
  public private(set) var lostLineCount = 0

  /// Makes a log that passes its lines to a closure.
  ///
  /// - Parameters:
  ///   - sink: Takes one line, without a line end, on the main actor; the platform's log unless you
  ///     give one. A line for which it throws is counted as lost; other listeners are still called.
  ///   - now: Returns the current date.
  public init(
    sink: (@MainActor (String) throws -> Void)? = nil,
    now: @escaping @MainActor () -> Date = { Date() }
  ) {
    self.now = now
    self.sink = sink ?? Self.platformSink
  }

  /// Writes the line.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - context: The states around the event.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    do {
      try sink(Self.line(for: context, at: now()))
    } catch {
      lostLineCount += 1
    }
  }

  /// The line for one event, without a line end.
  ///
  /// - Parameters:
  ///   - context: The event, with the states around it.
  ///   - date: The time at the begin of the line.
  /// - Returns: The line.
  public nonisolated static func line(for context: AppLifecycleContext, at date: Date) -> String {
    // Raw values: interpolation would look up the name of the case by reflection. One string that
    // grows: a chain of `+` makes a string at each step, and takes twice as long.
    var line = ""
    line.reserveCapacity(96)
    for part in [
      DateText.milliseconds(date), " ", context.event.rawValue, " ",
      context.previousState.rawValue, " -> ", context.state.rawValue,
    ] {
      line += part
    }
    return context.origin == .posted ? line : "\(line) (\(context.origin.rawValue))"
  }
}

#if canImport(os)
  import os

  extension EventLog {
    /// The unified log, under the subsystem `LifecycleBus`, at the level that is kept on disk.
    static var platformSink: Sink { { Self.logger.notice("\($0, privacy: .public)") } }

    /// The same at the debug level, which is not kept.
    static var platformDetailSink: Sink? { { Self.logger.debug("\($0, privacy: .public)") } }

    private static let logger = Logger(subsystem: "LifecycleBus", category: "events")
  }
#else
  extension EventLog {
    /// Standard error; drops a line whose write would block, fail or raise a signal.
    static var platformSink: Sink { { try DescriptorWriter(descriptor: 2).write($0 + "\n") } }

    static var platformDetailSink: Sink? { nil }
  }
#endif
