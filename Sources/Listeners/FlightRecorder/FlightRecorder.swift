public import Foundation
public import LifecycleBus

/// Remembers the last events and how long each listener took. With a file, the next run learns
/// which listener was being called when this run ended.
///
/// ```swift
/// let recorder = FlightRecorder(file: folder.appending(path: "flight"))
/// mediator.probe = recorder
/// recorder.onOverrun = { print($0) }
/// // didEnterBackground took 48 ms, 16 ms are allowed: SearchIndex (44 ms).
///
/// print(recorder.recording.table)
/// if let call = recorder.previousRecording?.interruptedCall { print(call.listener) }
/// ```
///
/// It works on the main actor, while the event is delivered. One recorder can watch several
/// mediators.
///
/// The file has 128 KiB, for the last 510 lines: one for each call and one for the end of each
/// event. A line is written before the listener is called, and outlives the process. After a power
/// cut some lines may be old. If a second copy of the program runs at the same time, it uses
/// another file, such as `<file>.2`.
@MainActor
public final class FlightRecorder: AppLifecycleProbe {
  /// How long `didFinishLaunching` may take.
  public var launchAllowance: Duration
  /// How long any other event may take, all listeners together.
  public var allowance: Duration
  /// Called on the main actor after each late event.
  public var onOverrun: (@MainActor (FlightRecording.RecordedEvent) -> Void)?

  /// What the run before has recorded in the file.
  public var previousRecording: FlightRecording? { previous }
  /// The first error of the file. The recorder goes on in memory.
  public var problem: ListenerFileError? { file?.problem ?? fileProblem }

  private lazy var previous = file?.previousRecording
  private var log: FlightLog
  private let startDate: Date
  private let stopwatch: Stopwatch
  private let file: FlightFile?
  /// The time of the file, less that of this recorder.
  private let fileOffset: Duration
  private let fileProblem: ListenerFileError?

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - file: A file URL to record in as well; with `nil`, memory only.
  ///   - capacity: How many events it remembers.
  ///   - launchAllowance: How long `didFinishLaunching` may take.
  ///   - allowance: How long any other event may take; a frame at 60 Hz by default.
  ///   - startDate: The date at which the recorder's time is zero.
  ///   - clock: Measures all times; for tests.
  public convenience init(
    file: URL? = nil, capacity: Int = 512, launchAllowance: Duration = .milliseconds(100),
    allowance: Duration = .milliseconds(16), startDate: Date = Date(),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      file: file, capacity: capacity, launchAllowance: launchAllowance, allowance: allowance,
      startDate: startDate, clock: clock, files: FlightFile.ofThisProcess)
  }

  init(
    file: URL?, capacity: Int = 512, launchAllowance: Duration = .milliseconds(100),
    allowance: Duration = .milliseconds(16), startDate: Date = Date(),
    clock: some Clock<Duration> = ContinuousClock(), files: FlightFiles
  ) {
    precondition(capacity > 0, "FlightRecorder: capacity is \(capacity). Give 1 or more events.")
    self.launchAllowance = launchAllowance
    self.allowance = allowance
    self.startDate = startDate
    log = FlightLog(capacity: capacity)
    let stopwatch = Stopwatch(clock)
    var (found, problem): (FlightFile?, ListenerFileError?) = (nil, nil)
    do throws(ListenerFileError) {
      found = try file.map { url throws(ListenerFileError) in
        let file = FormerFile(url)
        return try files.value(for: file) { () throws(ListenerFileError) in
          try FlightFile(file, startDate: startDate, stopwatch: stopwatch)
        }
      }
    } catch {
      problem = error
    }
    (self.file, fileProblem, self.stopwatch) = (found, problem, stopwatch)
    fileOffset = found.map { $0.elapsed - stopwatch.elapsed } ?? .zero
  }

  /// Makes a recorder with the file `flight` in the program's ``StateDirectory``, or in memory if
  /// there is none.
  public static func standard(application: String? = nil) -> FlightRecorder {
    let folder = try? StateDirectory.url(for: application)
    return FlightRecorder(file: folder?.appending(path: "flight"))
  }

  /// What has been recorded so far.
  public var recording: FlightRecording {
    let now = stopwatch.elapsed
    return FlightRecording(
      events: log.events(at: now), end: now, startDate: startDate, droppedCount: log.droppedCount)
  }

  nonisolated static func allowance(for event: AppLifecycleEvent) -> Duration {
    event == .didFinishLaunching ? .milliseconds(100) : .milliseconds(16)
  }

  func noteTime() { file?.noteTime() }

  // MARK: Watching

  /// Begins to record an event.
  public func relayWillBegin(_ context: AppLifecycleContext) {
    begin(context.event, context, at: stopwatch.elapsed)
  }

  private func begin(
    _ event: AppLifecycleEvent, _ context: AppLifecycleContext?, at now: Duration
  ) {
    let recorded = log.begin(
      event, context, at: now, allowance: event == .didFinishLaunching ? launchAllowance : allowance
    )
    file?.begin(recorded, at: now + fileOffset)
  }

  /// Notes which listener is called next.
  public func relayWillCall(_ listener: String, context: AppLifecycleContext) {
    let isReplay = context.origin == .replayed
    let now = stopwatch.elapsed
    if isReplay { begin(context.event, nil, at: now) }
    log.willCall(listener, at: now)
    file?.willCall(listener, at: now + fileOffset)
  }

  /// Adds a call to the event, and ends the event if it is a replay.
  public func relayDidCall(_ call: AppLifecycleProbeCall) {
    let now = stopwatch.elapsed
    log.add(call.listener, endingAt: now)
    if call.isReplay { end(at: now) }
  }

  /// Ends the event's recording, and reports a late event.
  public func relayDidEnd(_ context: AppLifecycleContext) { end(at: stopwatch.elapsed) }

  private func end(at now: Duration) {
    file?.end(at: now + fileOffset)
    guard let recorded = log.end(at: now), recorded.isLate else { return }
    onOverrun?(recorded)
  }
}
