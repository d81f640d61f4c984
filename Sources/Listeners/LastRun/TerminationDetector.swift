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
/// Make it early, but after `daemon(3)`: a record belongs to one process. Attached to a mediator it
/// records each event, and before each call of a listener its name, which outlives the process, but
/// not a power cut. A detector that is released claims nothing about what follows.
///
/// On Linux, without a `ProcessSignalSource`, each signal that ends the program looks like a crash. A
/// second copy of the program leaves no record.
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

  /// Reads the last record, and begins that of this run. Never fails.
  ///
  /// - Parameters:
  ///   - file: By default `last-run` in the program's ``StateDirectory``.
  ///   - appVersion: By default that of the main bundle.
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
