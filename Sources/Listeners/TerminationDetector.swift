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
/// mediator it writes each event to the record, and before each call of a listener its name. What is
/// written outlives the process, but not a power cut.
///
/// On Linux, without a `ProcessSignalSource`, each signal that ends the program looks like a crash, so
/// the sentence of ``previousRun`` claims none. A second copy of the program leaves no record.
@MainActor
public final class TerminationDetector: AppLifecycleListener {
  /// How the last run ended.
  public let previousRun: PreviousRun
  /// True if no run before this one was in front of the user.
  public let isFirstLaunch: Bool
  /// True if the last run in front had another version of the app; also at first launch.
  public let isFirstLaunchOfVersion: Bool
  /// The first error, if there was one. After it nothing is recorded.
  public var problem: ListenerFileError? { recorder.problem }
  let recorder: RunRecorder

  /// Reads how the last run ended, and begins the record of this one. Never fails.
  ///
  /// - Parameters:
  ///   - file: Where the record is kept; by default `last-run` in the program's ``StateDirectory``.
  ///   - appVersion: The version of the app; by default that of the main bundle.
  public convenience init(file: URL? = nil, appVersion: String? = nil) {
    var environment = RunEnvironment()
    if let appVersion { environment.appVersion = appVersion }
    self.init(file: file, environment)
  }

  init(file url: URL?, _ environment: RunEnvironment) {
    var record = RunRecord(environment)
    var (last, file, isOther): (RunRecord?, RunFile?, Bool) = (nil, nil, false)
    var problem: ListenerFileError?
    do throws(ListenerFileError) {
      let url = if let url { url } else { try StateDirectory.url().appending(path: "last-run") }
      let place = DurableFile(url)
      file = try RunFile(place)
      isOther = file == nil
      if let data = try place.read(limit: 65_536), !data.isEmpty {
        last = RunFormat.record(data)
        if last == nil { throw place.error(.undecodable, "It is no record of a run.") }
      }
    } catch {
      problem = error
    }
    if isOther {
      previousRun = PreviousRun(ending: .stillRunning, record: last)
    } else if let problem {
      previousRun = PreviousRun(ending: .unknown(problem))
    } else {
      previousRun = PreviousRun(record: last, before: record)
    }
    // An unknown run was no first one.
    record.facts.shownVersion = last?.facts.shownVersion ?? (problem == nil ? nil : "")
    isFirstLaunch = record.facts.shownVersion == nil
    isFirstLaunchOfVersion = record.facts.shownVersion != record.facts.appVersion ?? ""
    recorder = RunRecorder(
      record, in: file, problem: file == nil ? problem : nil, now: environment.now)
  }

  /// Becomes a probe of the mediator.
  public func onAttach(to mediator: AppLifecycleMediator) {
    mediator.add(recorder)
    recorder.begin(in: mediator.state)
  }
}

@MainActor
final class RunRecorder: AppLifecycleProbe {
  private(set) var record: RunRecord
  private(set) var problem: ListenerFileError?

  private let now: @Sendable () -> Date
  private var file: RunFile?
  private var writtenFacts: RunRecord.Facts
  private var calls: [PreviousRun.Call] = []
  private var depth = 0

  init(
    _ record: RunRecord, in file: RunFile?, problem: ListenerFileError?,
    now: @escaping @Sendable () -> Date
  ) {
    (self.record, self.file, self.problem, self.now) = (record, file, problem, now)
    writtenFacts = record.facts
    write { file throws(ListenerFileError) in try file.begin(RunFormat.whole(record)) }
  }

  /// Notes the state of a mediator that was made late.
  func begin(in state: AppLifecycleState) {
    guard state != .notRunning else { return }
    record.progress.hasLaunched = true
    if state == .active { record.progress.isInFront = true }
    writeProgress()
  }

  func relayWillBegin(_ context: AppLifecycleContext) {
    depth += 1
    record.note(context.event, at: now())
    writeProgress()
  }

  func relayWillCall(_ listener: String, context: AppLifecycleContext) {
    // Its own call does nothing.
    if listener.hasSuffix("TerminationDetector") { return }
    calls.append(.init(listener: listener.bounded(to: 100), event: context.event, date: now()))
    writeCall()
  }

  func relayDidCall(_ call: AppLifecycleProbeCall) {
    if call.listener.hasSuffix("TerminationDetector") { return }
    _ = calls.popLast()
    // Otherwise the next call or the end of the event is noted right away.
    if !calls.isEmpty || depth == 0 { writeCall() }
  }

  func relayDidEnd(_ context: AppLifecycleContext) {
    depth -= 1
    // One that another probe has detached before its call was never called.
    if depth == 0 { calls = [] }
    if context.event == .willTerminate { record.hasEnded = true }
    writeCall()
    guard !record.progress.hasLaunched else { return }
    MainActorContext.later {
      self.record.progress.hasLaunched = true
      self.writeProgress()
    }
  }

  private func writeCall() {
    let idle = record.hasEnded ? RunFormat.ended : RunFormat.idle
    let line = record.hasEnded ? nil : calls.last.map { RunFormat.line($0) }
    write { file throws(ListenerFileError) in try file.write(line ?? idle) }
  }

  private func writeProgress() {
    write { file throws(ListenerFileError) in
      if try !file.isOwn() { record.facts.process = RunEnvironment().process }
      try file.write(RunFormat.line(record.progress), at: RunFormat.callLength)
      guard writtenFacts != record.facts else { return }
      try file.write(RunFormat.line(record.facts), at: RunFormat.factsOffset)
      writtenFacts = record.facts
    }
  }

  private func write(_ body: (RunFile) throws(ListenerFileError) -> Void) {
    guard let file else { return }
    do {
      try body(file)
    } catch {
      self.file = nil
      problem = error
    }
  }

  /// As a process that is killed leaves it; for tests.
  func leave() {
    file?.leave()
    file = nil
  }
}
