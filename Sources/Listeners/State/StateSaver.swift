public import Foundation
public import LifecycleBus

/// Carries a state from one run of the app to the next.
///
/// A saver restores the saved state when you make it. Attached to a mediator, it saves the state
/// whenever the app goes to the background or terminates.
///
/// ```swift
/// let journal = StateSaver(file: directory.appending(path: "journal.json"), initial: Journal())
/// journal.state.lines.append("Dear diary")   // the restored state, plus a line
/// journal.saveSoon()                         // within a second, once for all changes until then
/// mediator.attach(journal)                   // saves in the background, and at the end
/// try await journal.save()                   // on the disk
/// ```
///
/// Each save replaces the whole file: after a power cut it's the old one or the new one. The file
/// is JSON, and only its owner can read it. Keep the state below one megabyte, because it's encoded
/// on the main actor. For ``save()`` and ``saveSoon(after:)`` another thread writes the bytes; if
/// several saves wait for it, only the newest state is written.
///
/// At `didEnterBackground` and `willTerminate` the state is on the disk before the next listener is
/// called. The saver saves once more when the other listeners have released their holds, wherever
/// it's attached. With the vocabulary `.appKit` it also saves at `willResignActive`.
///
/// Only one saver at a time owns a file; on a Mac and on Linux, also among copies of the program.
/// The saves of another saver throw ``ListenerFileError/Code/inUse`` until the owner is gone. A
/// saver whose state hasn't changed leaves the file alone, so it never undoes what another copy or
/// a person has written.
@MainActor
public final class StateSaver<State: Codable>: AppLifecycleListener {
  /// What a saver has found in its file.
  public enum Restoration: Sendable {
    /// There was no file, so the saver has the initial state.
    case initial
    /// The state was read from the file.
    case restored
    /// Another saver owns the file. The state was read from it, but can't be saved yet.
    case inUse
    /// The file can't be read yet, for example before the first unlock of a phone. Nothing is saved
    /// until it can.
    case unavailable
    /// The saver couldn't continue with the file, and has given it another name.
    /// ``StateSaver/problem`` says which name, and why.
    case setAside
  }

  /// The state to save. At first it's the restored state, or else the initial one.
  public var state: State
  /// A closure that returns the state to save, if another object owns that state, such as a model.
  /// If it returns `nil`, ``state`` is saved.
  public var snapshot: (@MainActor () -> State?)?
  /// Called with the result of each save that an event or ``saveSoon(after:)`` has started. The
  /// additional save after the last hold is reported only if it fails.
  ///
  /// Without this closure, the first error goes to the platform's log.
  public var onSave: (@MainActor (Result<Void, ListenerFileError>) -> Void)?
  /// Resolves a conflict between the state in memory and a file that somebody else has changed.
  ///
  /// The saver calls it during a save or an event, when both have changed since the saver last read
  /// or wrote the file. It also calls it when a file that couldn't be read at first becomes
  /// readable. Return the state to continue with.
  ///
  /// Without this closure, the state in memory is saved, and the other file is kept as
  /// `NAME.other`.
  public var onRestore: (@MainActor (_ restored: State, _ current: State) -> State)?
  /// What the saver has found in its file most recently.
  public private(set) var restoration = Restoration.initial
  /// What's wrong with the file, if ``restoration`` is `unavailable` or `setAside`.
  public private(set) var problem: ListenerFileError?

  private typealias Theirs = (state: State, found: StateFile.Found)
  private let file: StateFile
  private let format: StateFormat<State>
  private let migrate: ((Payload, Int) throws -> State?)?
  private let mediators = AttachedMediators()
  private var hasUnsavedState = false
  private var savesAgain = false
  private var hasLogged = false
  private var soon: Task<Void, any Error>?
  var log: EventLog.Sink = EventLog.platformSink

  /// Makes a saver, and restores the state that was saved last.
  ///
  /// This never fails: ``restoration`` tells you what was found.
  ///
  /// - Parameters:
  ///   - file: A file URL. The first save creates missing folders.
  ///   - initial: The state to begin with, if none can be restored.
  ///   - version: The version of the state's type. Raise it when you change the type.
  ///   - migrate: Makes a state from one that was saved with another version. If it returns `nil`
  ///     or throws, the file becomes `NAME.damaged`.
  public init(
    file: URL, initial: State, version: Int = 1,
    migrate: ((_ old: Payload, _ version: Int) throws -> State?)? = nil
  ) {
    self.file = StateFile(DurableFile(file))
    format = StateFormat(version: version)
    self.migrate = migrate
    state = initial
    restore()
  }

  private func restore() {
    file.know(nil, as: try? encode(state))

    do throws(ListenerFileError) {
      // Without a lock, as in a folder that is read-only, the file can be read all the same.
      let isOwner = (try? file.take()) ?? true
      if let theirs = try unknownState(isOwner: isOwner) {
        take(theirs)
      }
      if !isOwner {
        restoration = .inUse
      }
    } catch {
      restoration = .unavailable
      problem = error
    }
  }

  /// A state that somebody else has written. The owner sets aside what can't be decoded.
  private func unknownState(isOwner: Bool = true) throws(ListenerFileError) -> Theirs? {
    guard let found = try file.unknownContents() else { return nil }

    do throws(ListenerFileError) {
      return (try format.decode(found.data, of: file.place, migrate), found)
    } catch {
      if isOwner {
        try setAside(found, as: ".damaged", why: error.sentence)
      }
      return nil
    }
  }

  private func take(_ theirs: Theirs) {
    state = theirs.state
    file.know(theirs.found, as: try? encode(state))
    restoration = .restored
    problem = nil
  }

  private func setAside(
    _ found: StateFile.Found, as suffix: String, why: String
  ) throws(ListenerFileError) {
    let path = try file.setAside(found, as: suffix)
    let error = file.place.error(.undecodable, "\(why) What was in it is now in \(path).")
    restoration = .setAside
    problem = error
    logOnce(error)
  }

  // MARK: Saving

  /// Saves the current state, and returns when it's on the disk.
  ///
  /// - Throws: An error if the state couldn't be saved.
  public func save() async throws(ListenerFileError) {
    guard let bytes = try prepare() else { return }

    let result = await withCheckedContinuation { continuation in
      file.write(bytes) { continuation.resume(returning: $0) }
    }
    try result.get()
  }

  /// Saves the current state, and blocks the main actor until it's on the disk. Use it where you
  /// can't await, for example just before `exit`.
  ///
  /// - Throws: An error if the state couldn't be saved.
  public func saveAndWait() throws(ListenerFileError) {
    guard let bytes = try prepare() else { return }
    try file.writeAndWait(bytes)
  }

  /// Saves the state after a short delay. Call it after each change; all changes until then are
  /// saved together.
  ///
  /// - Parameter delay: How long the first of these changes may wait.
  public func saveSoon(after delay: Duration = .seconds(1)) {
    guard soon == nil else { return }
    soon = Task { @MainActor in
      try await Task.sleep(for: delay)
      soon = nil
      do throws(ListenerFileError) {
        try await save()
        didSave(.success(()))
      } catch {
        didSave(.failure(error))
      }
    }
  }

  private var currentState: State { snapshot?() ?? state }

  private func encode(_ state: State) throws(ListenerFileError) -> Data {
    try format.encode(state, for: file.place)
  }

  private func prepare() throws(ListenerFileError) -> Data? {
    // A write that is under way has made sure of it.
    if file.isWriting { return try encode(currentState) }

    let isOwner = try file.take()
    guard isOwner else { throw file.place.inUse }
    if restoration == .inUse {
      restoration = .restored
    }

    let unknown = try unknownState()
    let bytes = try encode(currentState)
    guard let theirs = unknown else { return bytes }

    let step = SaveStep(
      isStateNew: file.isNew(bytes), isFileNew: true, isLate: restoration == .unavailable,
      canJoin: onRestore != nil, canTake: snapshot == nil)
    return try perform(step, bytes, theirs)
  }

  private func perform(
    _ step: SaveStep, _ bytes: Data, _ theirs: Theirs
  ) throws(ListenerFileError) -> Data? {
    switch step {
    case .write:
      return bytes
    case .leave:
      return nil
    case .take:
      take(theirs)
      return nil
    case .join:
      let joined = onRestore?(theirs.state, currentState) ?? theirs.state
      take(theirs)
      state = joined
      return try encode(currentState)
    case .setAside:
      try setAside(
        theirs.found, as: ".other", why: "Somebody else has changed it, and the state replaces it.")
      return bytes
    }
  }

  // MARK: The life cycle

  /// Remembers the mediator without keeping it alive.
  public func onAttach(to mediator: AppLifecycleMediator) {
    mediators.add(mediator)
    mediator.holdCoordinator.observe(self) { [weak self] _ in
      self?.saveAgain()
    }
  }

  /// Saves in the background and at termination, and reads a file that was unavailable.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    switch event {
    // On a Mac only a hidden app is in the background.
    case .willResignActive where mediators.areOfMac, .didEnterBackground:
      saveUnderHold()
    case .willEnterForeground, .didBecomeActive:
      savesAgain = false
    case .protectedDataDidBecomeAvailable:
      if restoration == .unavailable {
        _ = try? prepare()
      }
      if hasUnsavedState {
        saveAndReport()
      }
    case .willTerminate:
      savesAgain = true
      saveAndReport()
    default:
      break
    }
  }

  /// The release of the hold leads to another save, for what later listeners change.
  private func saveUnderHold() {
    let holds = mediators.living.map { $0.hold("save state") }
    savesAgain = true
    saveAndReport()

    for hold in holds {
      hold.release()
    }
  }

  /// Saves what other listeners have changed before they released their holds.
  private func saveAgain() {
    guard savesAgain else { return }
    savesAgain = false
    // Also in place of a save that waits, which has to be reported.
    saveAndReport(onlyFailures: soon == nil)
  }

  /// Waits for the disk, because a listener that's called next may end the process.
  private func saveAndReport(onlyFailures: Bool = false) {
    cancelTimer()
    let result = Result { () throws(ListenerFileError) in try saveAndWait() }

    let isSaved = (try? result.get()) != nil
    if !isSaved || !onlyFailures {
      didSave(result)
    }
  }

  private func cancelTimer() {
    soon?.cancel()
    soon = nil
  }

  private func didSave(_ result: Result<Void, ListenerFileError>) {
    hasUnsavedState = (try? result.get()) == nil

    if let onSave {
      onSave(result)
    } else if case .failure(let error) = result {
      logOnce(error)
    }
  }

  private func logOnce(_ error: ListenerFileError) {
    guard !hasLogged else { return }
    hasLogged = true
    try? log("lifecycle: \(error)")
  }
}
