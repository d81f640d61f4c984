public import Foundation
public import LifecycleBus

/// Reports at the launch how the last run ended.
///
/// ```swift
/// let detector = TerminationDetector(file: directory.appending(path: "last-run"))
/// if detector.previousRun.ending == .inForeground { offerToSendReport() }
/// mediator.attach(detector)
/// ```
///
/// Make it early. It reads the record of the last run, and begins a record of this run, which it
/// updates inside each event that changes the state. An update outlives the process, but is not
/// forced to the disk.
///
/// Attach it first. With the policy `.lifecycle` it then records each event before the other
/// listeners are called, so a crash in their `onAppWillTerminate` counts as an orderly end. With
/// `.lifecycle.mirrored` it records the end after all other listeners, and such a crash is not
/// missed.
///
/// A second copy of the program that runs at the same time has another record, such as `<file>.2`.
/// The next start reports the most serious ending. A damaged record is set aside, and the ending is
/// ``PreviousRun/Ending/unknown(_:)``.
@MainActor
public final class TerminationDetector: AppLifecycleListener {
  /// How the last run ended.
  public let previousRun: PreviousRun
  /// The first error, if there was one.
  public private(set) var problem: ListenerFileError?
  /// Called on the main actor with the first error, or at once if there is one already.
  public var onProblem: (@MainActor (ListenerFileError) -> Void)? {
    didSet {
      if oldValue == nil, let problem { onProblem?(problem) }
    }
  }
  /// The record of this run.
  public var record: RunRecord { run.record }

  private let run: RecordedRun
  private let environment: RunEnvironment

  /// Reads how the last run ended, and begins the record of this one. Never fails.
  ///
  /// - Parameters:
  ///   - file: A file URL, where the record is kept.
  ///   - appVersion: The version of the app; by default that of the main bundle.
  public convenience init(file: URL, appVersion: String? = nil) {
    self.init(file: file, environment: RunEnvironment(version: appVersion))
  }

  /// Does the same with the file `last-run` in the program's ``StateDirectory``.
  ///
  /// - Parameters:
  ///   - application: The program's name for ``StateDirectory``.
  ///   - appVersion: The version of the app; by default that of the main bundle.
  public convenience init(application: String? = nil, appVersion: String? = nil) {
    let environment = RunEnvironment(version: appVersion)
    do {
      let directory = try StateDirectory.url(for: application)
      self.init(file: directory.appending(path: "last-run"), environment: environment)
    } catch {
      self.init(
        RecordedRun(RunRecord(environment: environment), problem: error), environment)
    }
  }

  convenience init(
    file: URL, environment: RunEnvironment, records: RunRecords = RecordedRun.ofThisProcess
  ) {
    self.init(RecordedRun.begin(in: FormerFile(file), environment, records), environment)
  }

  init(_ run: RecordedRun, _ environment: RunEnvironment) {
    self.environment = environment
    self.run = run
    previousRun = run.previousRun
    problem = run.problem
  }

  /// Notes the state of a mediator that was made late.
  public func onAttach(to mediator: AppLifecycleMediator) {
    let state = mediator.state
    guard state != .notRunning else { return }
    update { record, now in record.update(state: state, isInForeground: false, at: now) }
  }

  /// Records the app's state, if it has changed.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    update { record, now in record.update(with: context, at: now) }
  }

  private func update(_ change: (inout RunRecord, Date) -> Bool) {
    let now = environment.now()
    do {
      try run.update { change(&$0, now) }
    } catch {
      guard problem == nil else { return }
      problem = error
      onProblem?(error)
    }
  }
}
