public import Foundation
public import LifecycleBus

/// Keeps a state from one run to the next: restores it when the saver is made, and saves it in the
/// background and at the end.
///
/// ```swift
/// let journal = StateSaver(file: directory.appending(path: "journal.json"), initial: Journal())
/// journal.state.lines.append("Dear diary")   // the restored state, plus a line
/// journal.saveSoon()                         // within a second, once for all changes until then
/// mediator.attach(journal)                   // saves in the background, and at the end
/// try await journal.save()                   // on the disk
/// ```
///
/// A save replaces the file as a whole and waits for the disk, so after a crash or a power cut it is
/// the old file or the new one: JSON, for its owner only. Keep the state below a few megabytes,
/// because it is read on the main actor; it is encoded and written on another thread. If states come
/// faster than they can be written, the newest is written.
///
/// At `didEnterBackground` the saver holds the process until the state is on the disk and ``onSave``
/// has returned. `willTerminate` waits for the disk.
///
/// One saver of one program owns the file. Another one starts with the same contents, and its saves
/// fail with ``ListenerFileError/Code/inUse``, until the first has ended: then the next save makes it
/// the owner, and joins what is in the file by ``onRestore``.
@MainActor
public final class StateSaver<State: Codable & Sendable>: AppLifecycleListener {
  /// What a saver has found in its file.
  public enum Restoration: Sendable {
    /// There was no file.
    case initial
    /// The state is that of the file.
    case restored
    /// Another saver owns the file. The state is that of the file, if it could be read.
    case inUse
    /// The file cannot be read yet, as before a phone's first unlock. Nothing is saved until then.
    case unavailable
    /// What is in the file cannot be used, or somebody else has put it there. It is kept beside the
    /// file, under the name that ``StateSaver/problem`` says.
    case setAside
  }

  /// The state to save; at first the restored or the initial one.
  public var state: State
  /// Returns the state to save, if another object keeps it; `nil` stands for ``state``. Called at
  /// each save.
  public var snapshot: (@MainActor () -> State?)?
  /// Called after each save that an event or ``saveSoon(after:)`` started. Without this closure, the
  /// first error goes to the platform's log.
  public var onSave: (@MainActor (Result<Void, ListenerFileError>) -> Void)?
  /// Called inside a save or an event with a state that appeared in the file after the saver was made:
  /// the file could not be read at first, or another copy of the program or an editor has written it.
  /// Returns the state to continue with.
  ///
  /// Without this closure a file that could not be read at first replaces the state. Any other one is
  /// kept as `NAME.other`.
  public var onRestore: (@MainActor (_ restored: State, _ current: State) -> State)?
  /// What the saver has found in its file, the last time that there was news.
  public private(set) var restoration = Restoration.initial
  /// What is wrong with the file, if it is unavailable or was set aside.
  public private(set) var problem: ListenerFileError?

  private typealias Found = StateFile<State>.Found
  private let file: StateFile<State>
  private let migrate: ((Payload, Int) throws -> State?)?
  private var mediators = AttachedMediators()
  private var hasUnsavedState = false
  private var hasLogged = false
  private var soon: Task<Void, any Error>?
  var log: EventLog.Sink = EventLog.platformSink

  /// Restores the state that was saved last, or starts with the initial one. Never fails:
  /// ``restoration`` tells what was found.
  ///
  /// - Parameters:
  ///   - file: A file URL.
  ///   - initial: The state if none can be restored.
  ///   - version: Count it up when the type of the state changes.
  ///   - migrate: Makes a state from one of another version, or returns `nil`.
  public init(
    file: URL, initial: State, version: Int = 1,
    migrate: ((_ old: Payload, _ version: Int) throws -> State?)? = nil
  ) {
    self.file = StateFile(DurableFile(file), StateFormat(version: version))
    self.migrate = migrate
    state = initial
    restore()
  }

  private func restore() {
    do throws(ListenerFileError) {
      // Without a lock, as in a folder that is read-only, the file can be read all the same.
      let isOwner = (try? file.take()) ?? true
      if !isOwner { restoration = .inUse }
      guard let (restored, found) = try news(isOwner: isOwner) else { return }
      state = restored
      file.know(found)
      if isOwner { restoration = .restored }
    } catch {
      (restoration, problem) = (.unavailable, error)
    }
  }

  /// A state that somebody else has written. What cannot be decoded is set aside.
  private func news(isOwner: Bool = true) throws(ListenerFileError) -> (State, Found)? {
    guard let found = try file.news() else { return nil }
    do throws(ListenerFileError) {
      return (try file.format.decode(found.data, of: file.file, migrate), found)
    } catch {
      if isOwner { try keep(found, as: ".damaged", error.sentence) }
      return nil
    }
  }

  private func keep(_ found: Found, as suffix: String, _ why: String) throws(ListenerFileError) {
    let path = try file.file.setAside(as: suffix)
    file.know(found)
    let error = file.file.error(.undecodable, "\(why) It is kept as \(path).")
    (restoration, problem) = (.setAside, error)
    logOnce(error)
  }

  // MARK: Saving

  /// Saves the current state, and returns when it is on the disk.
  ///
  /// - Throws: A `ListenerFileError`, if it is not on the disk.
  public func save() async throws(ListenerFileError) {
    try prepare()
    let result = await withCheckedContinuation { continuation in
      file.write(present) { continuation.resume(returning: $0) }
    }
    try result.get()
  }

  /// Saves the current state, and blocks the main actor until it is on the disk, as you may need at
  /// the end of the process.
  ///
  /// - Throws: A `ListenerFileError`, if it is not on the disk.
  public func saveAndWait() throws(ListenerFileError) {
    try prepare()
    try file.writeAndWait(present)
  }

  /// Saves the state soon, once for all changes until then; earlier if the app goes to the background
  /// or ends. Call it after each change.
  ///
  /// - Parameter delay: How long the state may wait, counted from the first of these changes.
  public func saveSoon(after delay: Duration = .seconds(1)) {
    guard soon == nil else { return }
    soon = Task { @MainActor in
      try await Task.sleep(for: delay)
      saveAndReport()
    }
  }

  private var present: State { snapshot?() ?? state }

  /// The file is this saver's, and the save replaces nothing unknown.
  private func prepare() throws(ListenerFileError) {
    if file.isWriting { return }
    guard try file.take() else { throw file.file.inUse }
    if restoration == .inUse { restoration = .restored }
    guard let (restored, found) = try news() else { return }
    guard onRestore != nil || restoration == .unavailable && snapshot == nil else {
      return try keep(
        found, as: ".other", "Somebody else has changed it, and the state replaces it.")
    }
    file.know(found)
    (restoration, problem) = (.restored, nil)
    state = onRestore?(restored, state) ?? restored
  }

  // MARK: The life cycle

  /// Keeps the mediator weakly, to save under a hold.
  public func onAttach(to mediator: AppLifecycleMediator) { mediators.add(mediator) }

  /// Saves when the app goes to the background or ends, and reads a file that was unavailable.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    switch event {
    case .didEnterBackground: saveAndReport(isHeld: true)
    // On a Mac only a hidden app is in the background.
    case .willResignActive: if mediators.areOfMac { saveAndReport(isHeld: true) }
    case .protectedDataDidBecomeAvailable:
      if restoration == .unavailable { try? prepare() }
      if hasUnsavedState { saveAndReport(isHeld: true) }
    case .willTerminate:
      soon?.cancel()
      soon = nil
      didSave(Result { () throws(ListenerFileError) in try saveAndWait() })
    default: break
    }
  }

  private func saveAndReport(isHeld: Bool = false) {
    soon?.cancel()
    soon = nil
    do throws(ListenerFileError) {
      try prepare()
    } catch {
      return didSave(.failure(error))
    }
    let holds = isHeld ? mediators.living.map { $0.hold("save state") } : []
    file.write(present) { result in
      Task { @MainActor in
        // The process may be suspended once the holds are released.
        self.didSave(result)
        for hold in holds { hold.release() }
      }
    }
  }

  private func didSave(_ result: Result<Void, ListenerFileError>) {
    hasUnsavedState = if case .failure = result { true } else { false }
    if let onSave { return onSave(result) }
    if case .failure(let error) = result { logOnce(error) }
  }

  private func logOnce(_ error: ListenerFileError) {
    guard !hasLogged else { return }
    hasLogged = true
    try? log("lifecycle: \(error)")
  }
}
