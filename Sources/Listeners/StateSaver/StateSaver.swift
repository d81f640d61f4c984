public import Foundation
public import LifecycleBus

/// Keeps a state from one run to the next: restores it when the saver is made, and saves it in the
/// background and at the end.
///
/// ```swift
/// let journal = StateSaver(file: directory.appending(path: "journal.state"), initial: Journal())
/// journal.state.lines.append("Dear diary")   // the restored state, plus a line
/// journal.saveSoon()                         // within a second, once for all changes until then
/// mediator.attach(journal)                   // saves in the background, and at the end
/// let generation = try await journal.save()  // on the disk
/// ```
///
/// A save replaces the file as a whole, and waits for the disk. Only the file's owner can read it.
/// The state before is kept as `<file>.previous`.
///
/// A damaged file is renamed to `<file>.set-aside-<reason>-<n>`, and the state before is used.
/// While a file cannot be read, as before a phone's first unlock, nothing is saved. ``restoration``
/// reports this.
///
/// Use the saver on the main actor; it encodes and writes on another thread. At
/// `didEnterBackground` it takes a hold, so that the process waits until the state is on the disk
/// and ``onSave`` has returned. `willTerminate` waits for the disk. If states come faster than they
/// can be written, the newest is written.
///
/// If another copy of the program has saved meanwhile, a save reports
/// ``ListenerFileError/Code/conflict``. The file stays as it is, and the state is in the file of
/// the error's `setAsidePath`.
@MainActor
public final class StateSaver<State: Codable & Sendable>: AppLifecycleListener {
  /// The state to save; at first the restored or the initial one.
  public var state: State
  /// Returns the state to save, if another object keeps it; `nil` stands for ``state``. Called at
  /// each save, so it must be quick.
  ///
  /// ```swift
  /// saver.snapshot = { [weak model] in model?.drafts }
  /// ```
  public var snapshot: (@MainActor () -> State?)?
  /// Called on the main actor after each save that an event or ``saveSoon(after:)`` started.
  /// Without this closure, the first error goes to the platform's log.
  public var onSave: (@MainActor (Result<UInt64, ListenerFileError>) -> Void)?
  /// Called on the main actor when a file that was ``Restoration/Source/unavailable`` has been
  /// read. Returns the state to continue with; the default is the restored state.
  public var onRestore: (@MainActor (_ restored: State, _ current: State) -> State)?
  /// What the saver has found in its files.
  public private(set) var restoration: Restoration

  private let reader: StateReader<State>
  private let writer: StateWriter<State>
  private var mediators = AttachedMediators()
  private var hasUnsavedState = false
  private var reported: UInt64 = 0
  private var hasLogged = false
  private var soon: (due: Duration, timer: Task<Void, Never>)?
  private let stopwatch: Stopwatch
  private let clock: any Clock<Duration>
  var log: EventLog.Sink = EventLog.platformSink

  /// Restores the state that was saved last, or starts with the initial state. Errors are in
  /// ``restoration``.
  ///
  /// - Parameters:
  ///   - file: A file URL. The first save makes the directory.
  ///   - initial: The state if none can be restored.
  ///   - version: Count it up when the type of the state changes.
  ///   - maximumSize: The most bytes that an encoded state may take.
  ///   - clock: Measures the time of ``saveSoon(after:)``; for tests.
  ///   - migrate: Makes a state from the payload of another version, or returns `nil`.
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
    let file = FormerFile(file)
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
  /// - Returns: The number of the save that is on the disk.
  /// - Throws: A `ListenerFileError`, if the state is not on the disk.
  @discardableResult
  public func save() async throws(ListenerFileError) -> UInt64 {
    let result = await withCheckedContinuation { continuation in
      save { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Saves the present state, and blocks the main actor until it is on the disk. Use it at the end
  /// of the process.
  ///
  /// - Returns: The number of the save that is on the disk.
  /// - Throws: A `ListenerFileError`, if the state is not on the disk.
  @discardableResult
  public func saveAndWait() throws(ListenerFileError) -> UInt64 {
    save { _ in }
    return try writer.wait().get()
  }

  /// Saves the state soon, once for all changes until then. Call it after each change.
  ///
  /// If the app enters the background or terminates before that, the saver saves at that event.
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

  func save(completion: @escaping @Sendable (Result<UInt64, ListenerFileError>) -> Void) {
    restoreIfUnavailable()
    if let problem = restoration.unavailability {
      writer.fail(problem, completion: completion)
    } else {
      writer.write(snapshot?() ?? state, completion: completion)
    }
  }

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

  /// Keeps the mediator weakly, to save under a hold.
  public func onAttach(to mediator: AppLifecycleMediator) { mediators.add(mediator) }

  /// Saves, under a hold.
  public func onAppDidEnterBackground() { saveUnderHold() }

  /// Saves with the vocabulary `.appKit`, where only a hidden app is in the background.
  public func onAppWillResignActive() {
    if mediators.areOfMac { saveUnderHold() }
  }

  /// Reads a file that was unavailable, and repeats a failed save.
  public func onAppProtectedDataDidBecomeAvailable() {
    restoreIfUnavailable()
    if hasUnsavedState { saveUnderHold() }
  }

  /// Saves and waits for the disk.
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
