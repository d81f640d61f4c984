public import Foundation
public import LifecycleBus

/// Reports at launch how the last run ended.
///
/// ```swift
/// let detector = TerminationDetector(file: directory.appending(path: "last-run"))
/// if detector.previousRun.ending == .inForeground { offerToSendReport() }
/// mediator.attach(detector)
/// ```
///
/// Make it early: making it reads the record of the last run and begins that of this one, which is
/// then updated inside each event that changes the state. A write is one system call of a few
/// microseconds into a file that stays open. It outlives the process, however it ends, and is not
/// forced to the disk. After a power cut an older record may be found, from which a reboot is
/// concluded all the same; or the orderly end of an earlier run, which is then reported once more.
/// A record that came to the disk in part is damaged, and is not believed. Attached late, it begins
/// with the mediator's state.
///
/// Attach it first, so that a crash of another listener on the way to the foreground is a crash in
/// the foreground. With the policy `.lifecycle` each event is then recorded before the other
/// listeners are called. So a crash in their `onAppDidEnterBackground` counts as one in the
/// background, unless the app is ending, and a crash in their `onAppWillTerminate` as an orderly
/// end. With `.lifecycle.mirrored` these two events are recorded after all other listeners have
/// returned, and such crashes are not missed.
///
/// **Copies of one program.** The record is locked while its process lives, so that another copy
/// reports ``PreviousRun/Ending/stillRunning`` and keeps a record of its own, as `<file>.2` and so
/// on. The next start reports the most serious ending, and removes those files. On
/// iOS, tvOS, watchOS and visionOS, where one copy runs, nothing is locked. Detectors of one process
/// with one file share a record; so do `makeDefaultMediator()` twice.
///
/// A program that calls `exit` without `willTerminate` reports ``PreviousRun/Ending/exited``. A
/// damaged record is set aside and the ending is ``PreviousRun/Ending/unknown(_:)``; one that the
/// system refuses to read stays as it is. In a folder that cannot be written to, the ending is read
/// all the same, and this run leaves no record. The first error of a write is reported in
/// ``problem`` and to ``onProblem``, and the program continues.
@MainActor
public final class TerminationDetector: AppLifecycleListener {
  /// How the last run ended.
  public let previousRun: PreviousRun
  /// The first error of a write; `nil` if there was none.
  public private(set) var problem: ListenerFileError?
  /// Called on the main actor with the first error; at once, if there is one already.
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
  ///   - file: The file to keep the record in. Its directory is made if it is missing. A URL that
  ///     names no file is a programming error and stops the program.
  ///   - appVersion: The version of the app; that of the main bundle unless you give another. A
  ///     program without a bundle, on Linux for instance, gives its own. Without any, no update is
  ///     detected.
  public convenience init(file: URL, appVersion: String? = nil) {
    self.init(file: file, environment: RunEnvironment(version: appVersion))
  }

  /// The same, with the record in the program's ``StateDirectory``, as `last-run`.
  ///
  /// Where there is no such directory, ``problem`` holds the error, and the ending is
  /// ``PreviousRun/Ending/unknown(_:)``.
  ///
  /// - Parameters:
  ///   - application: The name of the program, one for each program; the main bundle's identifier
  ///     or the process's name unless you give another.
  ///   - appVersion: The version of the app; that of the main bundle unless you give another.
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

  /// - `records`: The runs of a process; a test gives each of its processes its own.
  convenience init(
    file: URL, environment: RunEnvironment, records: RunRecords = RecordedRun.ofThisProcess
  ) {
    self.init(RecordedRun.begin(in: DurableFile(file), environment, records), environment)
  }

  init(_ run: RecordedRun, _ environment: RunEnvironment) {
    self.environment = environment
    self.run = run
    previousRun = run.previousRun
    problem = run.problem
  }

  /// Notes the state of a mediator that was made late.
  ///
  /// - Parameter mediator: What the listener was attached to.
  public func onAttach(to mediator: AppLifecycleMediator) {
    let state = mediator.state
    guard state != .notRunning else { return }
    update { record, now in record.update(state: state, isInForeground: false, at: now) }
  }

  /// Writes the app's state to the record, if it has changed.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - context: The states around the event.
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
