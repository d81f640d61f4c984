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
/// The format is stable. By default the lines go to the unified log on Apple platforms, and to standard
/// error on others. A line that cannot be written is dropped.
public final class EventLog: AppLifecycleListener {
  typealias Sink = @MainActor (String) throws -> Void

  let sink: Sink

  /// Makes a log.
  ///
  /// - Parameter sink: Takes a line, without a line end. If it throws, the line is dropped.
  public init(sink: (@MainActor (String) throws -> Void)? = nil) {
    self.sink = sink ?? Self.platformSink
  }

  /// Writes the line.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    try? sink(Self.line(for: context, at: Date()))
  }

  nonisolated static func line(for context: AppLifecycleContext, at date: Date) -> String {
    // Raw values: interpolation would look up the name of the case by reflection.
    let change = "\(context.previousState.rawValue) -> \(context.state.rawValue)"
    let line = "\(DateText.milliseconds(date)) \(context.event.rawValue) \(change)"
    return context.origin == .posted ? line : "\(line) (\(context.origin.rawValue))"
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

  /// Writes text to a file descriptor that it does not own, without waiting and without a signal.
  struct DescriptorWriter {
    let descriptor: Int32

    struct LostText: Error, Equatable {
      /// The error number; `EAGAIN` where writing would have waited.
      let code: Int32
    }

    func write(_ text: String) throws(LostText) {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        // The descriptor is shared with other code, so that it cannot be made non-blocking.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if unsafe poll(&request, 1, 0) == 0 { throw LostText(code: EAGAIN) }
        // What a pipe takes as one piece once it says that it is ready; more could wait for its
        // reader (POSIX, `write`).
        rest = rest.dropFirst(try writeOnce(rest.prefix(512)))
      }
    }

    /// Blocks the signals of a broken pipe and of the limit of a file's size in this thread, and takes
    /// them back. Each `unsafe` passes local variables, which the call reads or fills.
    private func writeOnce(_ piece: ArraySlice<UInt8>) throws(LostText) -> Int {
      var (signals, mask, noTime) = (sigset_t(), sigset_t(), timespec())
      unsafe sigemptyset(&signals)
      unsafe sigaddset(&signals, SIGPIPE)
      unsafe sigaddset(&signals, SIGXFSZ)
      unsafe pthread_sigmask(SIG_BLOCK, &signals, &mask)
      defer { unsafe pthread_sigmask(SIG_SETMASK, &mask, nil) }
      let count = unsafe piece.withUnsafeBytes {
        unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { return count }
      let code = errno
      if code == EPIPE || code == EFBIG { unsafe sigtimedwait(&signals, nil, &noTime) }
      if code == EINTR { return 0 }
      throw LostText(code: code)
    }
  }
#endif
