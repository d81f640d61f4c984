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
/// Make it early, because it reads the record of the last run and begins that of this run, but after
/// `daemon(3)`, because a record belongs to one process. Attached to a mediator it writes each event to
/// the record, and before each call of a listener its name. What is written outlives the process, but
/// not a power cut. A detector that is released lets go of its file, and claims nothing about what comes
/// later.
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
  ///   - file: Where the record is; by default `last-run` in the program's ``StateDirectory``.
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

  /// Becomes a probe of the mediator.
  public func onAttach(to mediator: AppLifecycleMediator) {
    mediator.add(recorder)
    recorder.begin(in: mediator)
  }
}
