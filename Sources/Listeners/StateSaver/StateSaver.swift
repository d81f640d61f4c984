public import Foundation
public import LifecycleBus

/// Keeps a state from one run to the next: saved in the background, at the end and on demand, and
/// restored when the saver is made.
///
/// ```swift
/// let journal = StateSaver(file: directory.appending(path: "journal.state"), initial: Journal())
/// journal.state.lines.append("Dear diary")   // the restored state, plus a line
/// journal.saveSoon()                         // within a second, once for all changes until then
/// mediator.attach(journal)                   // saves in the background, and at the end
/// let generation = try await journal.save()  // on the disk
/// ```
///
/// A save replaces the file as a whole, for its owner only (mode 0600, in a directory made with
/// 0700), and waits for the disk. There is a current file at every moment; the generation before it
/// is kept beside it, as `<file>.previous`. A state whose encoded bytes have not changed is not
/// written again. A number that is not finite is saved as a text.
///
/// A damaged file (and one that is too large, or no regular file) is renamed to
/// `<file>.set-aside-<reason>-<n>`, and the previous generation is used. A file of another version
/// stays where it is; a copy under such a name outlives the next save. A file that the system
/// refuses to read, as on a phone that was not unlocked since it started, stays as it is: nothing is
/// saved until it has been read, which is tried again at `protectedDataDidBecomeAvailable` and
/// before each save. All of it is reported in ``restoration``. A save overwrites the older of the
/// two generations; no other file is deleted, and none is followed through a symbolic link or read
/// beyond `maximumSize`.
///
/// Everything happens on the main actor, except encoding and writing, which happen in order on a
/// queue of their own. `didEnterBackground` takes a hold, on each mediator that the saver is attached
/// to, until the state is on the disk and ``onSave`` has returned. On a phone the mediator
/// asks the system for time until then: with its `backgroundTime`, or with an expiring activity if it
/// has none. A saver that is called by hand, without a mediator, takes no hold. `willTerminate` waits
/// for the disk. States that are submitted faster than they can be written are coalesced: the newest
/// is written and stands for those before it.
///
/// Several copies of the program may have one file. A copy that has changed nothing writes nothing.
/// One that has changed something, and finds that another one has saved meanwhile, throws or reports
/// an error of the code ``ListenerFileError/Code/conflict``: the file stays, and this copy's state is
/// in the file of its `setAsidePath`.
@MainActor
public final class StateSaver<State: Codable & Sendable>: AppLifecycleListener {
  /// The state to save; at first the restored or the initial one.
  public var state: State
  /// Returns the state to save where it is kept elsewhere; `nil` stands for ``state``. Called at
  /// each save, so it must be quick.
  ///
  /// ```swift
  /// saver.snapshot = { [weak model] in model?.drafts }
  /// ```
  public var snapshot: (@MainActor () -> State?)?
  /// Called on the main actor after each save that the life cycle or ``saveSoon(after:)`` started:
  /// once with each generation that is on the disk, and with each error. A save on demand reports to
  /// its own caller instead. Without this closure the first error is written to the platform's log,
  /// that of ``EventLog``.
  public var onSave: (@MainActor (Result<UInt64, ListenerFileError>) -> Void)?
  /// Called on the main actor when a file that was ``Restoration/Source/unavailable`` has been read:
  /// with the restored state and with ``state``. Returns the state to continue with; without this
  /// closure, that is the restored one. A model that has a copy of the state takes it over here.
  public var onRestore: (@MainActor (_ restored: State, _ current: State) -> State)?
  /// What the saver found when it was made, or when it could read its file at last.
  public private(set) var restoration: Restoration

  private let reader: StateReader<State>
  private let writer: StateWriter<State>
  private var mediators = AttachedMediators()
  /// Whether the last save that the life cycle started has failed.
  private var hasUnsavedState = false
  /// The generation that was reported last.
  private var reported: UInt64 = 0
  private var hasLogged = false
  /// The save that was asked for soon, and when it is due.
  private var soon: (due: Duration, timer: Task<Void, Never>)?
  private let stopwatch: Stopwatch
  /// A test supplies its own.
  private let clock: any Clock<Duration>
  var log: EventLog.Sink = EventLog.platformSink

  /// Restores the state that was saved last, or starts with the initial one.
  ///
  /// Reads at most two files of `maximumSize`, at once, and never fails: errors are in
  /// ``restoration``.
  ///
  /// - Parameters:
  ///   - file: The file to keep the state in. The first save makes its directory. A URL that names
  ///     no file is a programming error and stops the program.
  ///   - initial: The state where nothing was saved, or nothing can be read.
  ///   - version: Count it up when the type of the state changes, so that an older file is not
  ///     misread.
  ///   - maximumSize: The most bytes that an encoded state may take; 16 MiB unless you give
  ///     another size. The state is read on the main actor, its bytes stay in memory, and a save
  ///     takes twice as many meanwhile: keep what is large in files of its own.
  ///   - clock: Measures the time of ``saveSoon(after:)``; a test supplies its own.
  ///   - migrate: Makes a state from the payload of another version, as with
  ///     `payload.decode(Old.self)`, or returns `nil` for an unknown version.
  public init(
    file: URL,
    initial: State,
    version: Int = 1,
    maximumSize: Int = 16 << 20,
    clock: any Clock<Duration> = ContinuousClock(),
    migrate: ((_ payload: Payload, _ version: Int) throws -> State?)? = nil
  ) {
    precondition(
      (1...1 << 30).contains(maximumSize),
      "StateSaver: maximumSize is \(maximumSize). Give the bytes it may take, up to 1 GiB."
    )
    self.clock = clock
    stopwatch = Stopwatch(clock)
    let file = DurableFile(file)
    reader = StateReader(
      file: file, version: version, maximumSize: maximumSize, migrate: migrate)
    let found = reader.restore(or: initial)
    state = found.state ?? initial
    restoration = found.restoration
    writer = StateWriter(
      file: file, version: version, maximumSize: maximumSize, known: found.known)
  }

  // MARK: Saving

  /// Saves the present state, and returns when it is on the disk.
  ///
  /// Not cancelled with its task: a save that has begun is finished.
  ///
  /// - Returns: The generation that is on the disk: this state, or a newer one that was saved in
  ///   its place.
  /// - Throws: A `ListenerFileError`, after which the state is not on the disk.
  @discardableResult
  public func save() async throws(ListenerFileError) -> UInt64 {
    let result = await withCheckedContinuation { continuation in
      save { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Saves the present state, and blocks the main actor until it is on the disk: for the end of the
  /// process.
  ///
  /// - Returns: The generation that is on the disk.
  /// - Throws: A `ListenerFileError`, after which the state is not on the disk.
  @discardableResult
  public func saveAndWait() throws(ListenerFileError) -> UInt64 {
    save { _ in }
    return try writer.wait().get()
  }

  /// Saves the state within a time from now: call it after each change.
  ///
  /// All changes until then are saved at once. A call while a save is due changes nothing, unless it
  /// asks for an earlier one. A saver that is attached saves earlier, at the events at which it does
  /// so anyway, so no change is lost when the app terminates. It stays alive until then.
  ///
  /// - Parameter delay: How long the state may wait.
  public func saveSoon(after delay: Duration = .seconds(1)) {
    let due = stopwatch.elapsed + delay
    if let soon, soon.due <= due { return }
    cancelSoon()
    soon = (due, .after(delay, on: clock) { self.saveAndReport() })
  }

  private func cancelSoon() {
    soon?.timer.cancel()
    soon = nil
  }

  /// Saves the present state, and calls back from a queue of the saver's own.
  func save(completion: @escaping @Sendable (Result<UInt64, ListenerFileError>) -> Void) {
    restoreIfUnavailable()
    if let problem = restoration.unavailability {
      writer.fail(problem, completion: completion)
    } else {
      writer.write(snapshot?() ?? state, completion: completion)
    }
  }

  /// Tries again to read a file that the system refused to read.
  private func restoreIfUnavailable() {
    guard restoration.source == .unavailable else { return }
    let found = reader.restore(or: nil)
    restoration = found.restoration
    writer.restart(found.known)
    guard let restored = found.state else { return }
    state = onRestore?(restored, state) ?? restored
    // A snapshot knows nothing of the restored state, and would replace it.
    if onRestore == nil, snapshot != nil, let bytes = found.known.bytes {
      restoration.keep(bytes, of: reader.file)
    }
  }

  // MARK: The life cycle

  /// Lets a save take a hold on the mediator, which is kept weakly.
  ///
  /// - Parameter mediator: What the listener was attached to.
  public func onAttach(to mediator: AppLifecycleMediator) { mediators.add(mediator) }

  /// Saves, under a hold.
  public func onAppDidEnterBackground() { saveUnderHold() }

  /// Saves too where only a hidden app is in the background: on a Mac, with the vocabulary `.appKit`.
  public func onAppWillResignActive() {
    if mediators.areOfMac { saveUnderHold() }
  }

  /// Reads a file that could not be read, and repeats a save that has failed.
  public func onAppProtectedDataDidBecomeAvailable() {
    restoreIfUnavailable()
    if hasUnsavedState { saveUnderHold() }
  }

  /// Saves and waits for the disk, because the process may end when this returns.
  public func onAppWillTerminate() {
    cancelSoon()
    didSave(Result { () throws(ListenerFileError) in try saveAndWait() })
  }

  private func saveUnderHold() {
    saveAndReport(holds: mediators.living.map { $0.hold("save state") })
  }

  private func saveAndReport(holds: [AppLifecycleHold] = []) {
    cancelSoon()
    save { result in
      Task { @MainActor in
        // The process may be suspended once the holds are released.
        self.didSave(result)
        for hold in holds { hold.release() }
      }
    }
  }

  /// Blocks the main actor until what was submitted is on the disk, or has failed.
  func waitForDisk() { _ = writer.wait() }

  func didSave(_ result: Result<UInt64, ListenerFileError>) {
    let generation = try? result.get()
    hasUnsavedState = generation == nil
    if let generation {
      if generation == reported { return }
      reported = generation
    } else if onSave == nil, !hasLogged, case .failure(let error) = result {
      hasLogged = true
      try? log("lifecycle: \(error)")
    }
    onSave?(result)
  }
}
