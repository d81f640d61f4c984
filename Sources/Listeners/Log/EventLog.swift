import Foundation
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
/// Each line has the time, the event, the change of the app's state and, unless the event was
/// posted, its origin. You may parse the lines: their format is stable.
public final class EventLog: AppLifecycleListener {
  typealias Sink = @MainActor (String) throws -> Void

  let sink: Sink

  /// Makes a log.
  ///
  /// - Parameter sink: Called with each line, without a line end. If it throws, the line is
  ///   dropped. By default the lines go to the unified log on Apple platforms, and to standard
  ///   error on others.
  public init(sink: (@MainActor (String) throws -> Void)? = nil) {
    self.sink = sink ?? Self.platformSink
  }

  /// Writes the line for the event.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    try? sink(Self.line(for: context, at: Date()))
  }

  private nonisolated static let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  nonisolated static func line(for context: AppLifecycleContext, at date: Date) -> String {
    // The format cuts a date off, and the half rounds it to its millisecond.
    let time = format.format(date + 0.000_5)
    // Raw values: interpolation would look up the name of the case by reflection.
    let change = "\(context.previousState.rawValue) -> \(context.state.rawValue)"
    let line = "\(time) \(context.event.rawValue) \(change)"

    if context.origin == .posted { return line }
    return "\(line) (\(context.origin.rawValue))"
  }
}

#if canImport(os)
  import os

  extension EventLog {
    static var platformSink: Sink { { Self.logger.notice("\($0, privacy: .public)") } }

    static var platformDetailSink: Sink? { { Self.logger.debug("\($0, privacy: .public)") } }

    private static let logger = Logger(subsystem: "LifecycleBus", category: "events")
  }
#else
  extension EventLog {
    static var platformSink: Sink { { try DescriptorWriter(descriptor: 2).write($0 + "\n") } }

    static var platformDetailSink: Sink? { nil }
  }
#endif
