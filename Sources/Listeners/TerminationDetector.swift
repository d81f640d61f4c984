public import Foundation
public import LifecycleBus

/// Reports at the launch how the last run ended, and in which listener.
///
/// ```swift
/// let detector = TerminationDetector()
/// if detector.previousRun.ending == .crashedOrKilled { print(detector.previousRun) }
/// if detector.isFirstLaunch { showWelcome() }
/// mediator.attach(detector)
/// ```
///
/// Make it early: it reads the record of the last run, and begins the one of this run. Attached to a
/// mediator it becomes a probe of it beside the one that you may set, until the mediator goes. It
/// writes each event to the record, and before each call of a listener its name. What is written
/// outlives the process, but not a power cut.
///
/// On Linux the events come from a `ProcessSignalSource`. Without one, each signal that ends the
/// program looks like a crash, so the sentence of ``previousRun`` claims none.
///
/// A second copy of the program that runs at the same time leaves no record.
@MainActor
public final class TerminationDetector: AppLifecycleListener, AppLifecycleProbe {
  /// How the last run ended.
  public let previousRun: PreviousRun
  /// True if no run before this one was in front of the user.
  public let isFirstLaunch: Bool
  /// True if the run before this one that was in front of the user had another version of the app.
  /// Also at the first launch.
  public let isFirstLaunchOfVersion: Bool
  /// The record of this run.
  public private(set) var record: RunRecord
  /// The first error, if there was one. After it nothing is recorded.
  public private(set) var problem: ListenerFileError?
  /// Called on the main actor with the first error, or at once if there is one already.
  public var onProblem: (@MainActor (ListenerFileError) -> Void)? {
    didSet {
      if oldValue == nil, let problem { onProblem?(problem) }
    }
  }

  private let environment: RunEnvironment
  private var file: RunFile?
  /// The listeners that are being called, the innermost last.
  private var calls: [RunRecord.Call] = []
  /// Encoded when they change.
  private var facts: (value: RunRecord.Facts, json: [UInt8])?
  /// How many events are being delivered.
  private var depth = 0

  /// Reads how the last run ended, and begins the record of this one. Never fails.
  ///
  /// - Parameters:
  ///   - file: A file URL, where the record is kept; by default `last-run` in the program's
  ///     ``StateDirectory``.
  ///   - appVersion: The version of the app; by default that of the main bundle.
  public convenience init(file: URL? = nil, appVersion: String? = nil) {
    var environment = RunEnvironment()
    if let appVersion { environment.appVersion = appVersion }
    self.init(file: file, environment)
  }

  init(file url: URL?, _ environment: RunEnvironment) {
    self.environment = environment
    var record = RunRecord(environment)
    var (last, found, isOther): (RunRecord?, RunFile?, Bool) = (nil, nil, false)
    do throws(ListenerFileError) {
      let file: DurableFile
      if let url { file = DurableFile(url) } else { file = DurableFile(try Self.standardFile()) }
      found = try RunFile(file)
      isOther = found == nil
      if let data = try file.read(limit: 65_536), !data.isEmpty {
        last = RunFormat.record(data)
        if last == nil { throw file.error(.undecodable, "It is no record of a run.") }
      }
    } catch {
      problem = error
    }
    previousRun =
      if isOther {
        PreviousRun(ending: .stillRunning, record: last)
      } else if let problem {
        PreviousRun(ending: .unknown(problem))
      } else {
        PreviousRun(record: last, before: record)
      }
    // An unknown run was no first one.
    record.facts.shownVersion = last?.facts.shownVersion ?? (problem == nil ? nil : "")
    isFirstLaunch = record.facts.shownVersion == nil
    isFirstLaunchOfVersion = record.facts.shownVersion != record.appVersion ?? ""
    self.record = record
    file = found
    if file != nil { problem = nil }
    write(RunFormat.idle)
    writeRecord(isFirst: true)
  }

  private static func standardFile() throws(ListenerFileError) -> URL {
    try StateDirectory.url().appending(path: "last-run")
  }

  // MARK: The relay

  /// Becomes a probe of the mediator, and notes the state of one that was made late.
  public func onAttach(to mediator: AppLifecycleMediator) {
    mediator.add(self)
    guard mediator.state != .notRunning else { return }
    (record.state, record.hasLaunched) = (mediator.state, true)
    if mediator.state == .active { record.isInFront = true }
    writeRecord()
  }

  /// Notes the event.
  public func relayWillBegin(_ context: AppLifecycleContext) {
    depth += 1
    record.note(context, at: environment.now())
    writeRecord()
  }

  /// Notes which listener is called next.
  public func relayWillCall(_ listener: String, context: AppLifecycleContext) {
    // Its own call does nothing.
    if listener.hasSuffix("TerminationDetector") { return }
    let call = RunRecord.Call(
      listener: RunRecord.bounded(listener, to: 100), event: context.event,
      date: environment.now())
    calls.append(call)
    write(RunFormat.line(call))
  }

  /// Notes the call around this one, if there is one.
  public func relayDidCall(_ call: AppLifecycleProbeCall) {
    let name = RunRecord.bounded(call.listener, to: 100)
    if let index = calls.lastIndex(where: { $0.listener == name && $0.event == call.event }) {
      calls.removeSubrange(index...)
    }
    // Otherwise the next call or the end of the event is noted right away.
    if !calls.isEmpty || depth == 0 { writeCall() }
  }

  /// Notes that nothing is being called any more, or the end.
  public func relayDidEnd(_ context: AppLifecycleContext) {
    depth -= 1
    if context.event == .willTerminate { record.hasEnded = true }
    writeCall()
    if !record.hasLaunched || !calls.isEmpty { MainActorContext.later { self.noteNextTurn() } }
  }

  /// The launch has returned, and so has each listener. One that another probe has detached before
  /// its call was never called.
  private func noteNextTurn() {
    if !calls.isEmpty, depth == 0 {
      calls = []
      writeCall()
    }
    guard !record.hasLaunched else { return }
    record.hasLaunched = true
    writeRecord()
  }

  // MARK: The file

  private func writeCall() {
    if record.hasEnded { return write(RunFormat.ended) }
    write(calls.last.map { RunFormat.line($0) } ?? RunFormat.idle)
  }

  private func writeRecord(isFirst: Bool = false) {
    do {
      if try file?.isOwn() == false { record.facts.process = RunEnvironment().process }
      if facts?.value != record.facts {
        facts = (record.facts, try RunFormat.json(record.facts))
      }
      let line = RunFormat.line(record, facts: facts?.json ?? [])
      try file?.write(line, at: RunFormat.firstLength, isLast: isFirst)
    } catch {
      note(error)
    }
  }

  private func write(_ line: [UInt8]) {
    do {
      try file?.write(line)
    } catch {
      note(error)
    }
  }

  /// As a process that is killed leaves it; for tests.
  func leave() {
    file?.leave()
    file = nil
  }

  private func note(_ error: any Error) {
    file = nil
    guard problem == nil, let error = error as? ListenerFileError else { return }
    problem = error
    onProblem?(error)
  }
}
