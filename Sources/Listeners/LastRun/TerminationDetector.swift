public import Foundation
public import LifecycleBus

/// Tells you at launch how the last run ended and, if it crashed, which listener was being called.
///
/// ```swift
/// let detector = TerminationDetector()
/// if detector.previousRun.ending == .crashedOrKilled { print(detector.previousRun) }
/// if detector.isFirstLaunch { showWelcome() }
/// mediator.attach(detector)
/// ```
///
/// Make the detector early, but after a call of `daemon(3)`, because a record belongs to one
/// process. Once it's attached to a mediator, it records each event and, before each call of a
/// listener, the listener's name. The record outlives a crash of the process, but not a power cut.
/// If you release the detector early, the run counts as cleanly ended.
///
/// On Linux use a `ProcessSignalSource` as well: without one, each signal that ends the program
/// looks like a crash. If a second copy of the program starts while the first one runs, the second
/// copy isn't recorded.
@MainActor
public final class TerminationDetector: AppLifecycleListener {
  /// How the last run ended.
  public let previousRun: PreviousRun
  /// Whether the user sees the app for the first time. Earlier runs in the background don't count.
  public let isFirstLaunch: Bool
  /// Whether the user last saw a different version of the app, or has never seen the app.
  public let isFirstLaunchOfVersion: Bool
  /// The error that keeps this run from being recorded; `nil` if there is none.
  public var problem: ListenerFileError? { recorder.problem }
  let recorder: RunRecorder

  /// Reads the record of the last run, and begins that of this run.
  ///
  /// This never fails: ``previousRun`` and ``problem`` say what went wrong.
  ///
  /// - Parameters:
  ///   - file: The file of the record; by default `last-run` in the program's ``StateDirectory``.
  ///   - appVersion: The version of the app; by default that of the main bundle.
  public convenience init(file: URL? = nil, appVersion: String? = nil) {
    var record = RunRecord.ofThisProcess()
    if let appVersion {
      record.appVersion = appVersion.plain
    }
    self.init(file: file, record)
  }

  init(file url: URL?, _ record: RunRecord) {
    var record = record
    let found = FoundRun(at: url)

    previousRun = found.previousRun(before: record)

    record.shownVersion = found.shownVersion
    isFirstLaunch = record.shownVersion == nil
    isFirstLaunchOfVersion = record.shownVersion != record.appVersion ?? ""

    recorder = RunRecorder(record, in: found.file, problem: found.problem)
  }

  /// Begins to record the mediator's events and calls.
  public func onAttach(to mediator: AppLifecycleMediator) {
    mediator.add(recorder)
    recorder.begin(in: mediator)
  }
}
