public import Foundation
public import LifecycleBus

/// Keeps a state from one run to the next: saved on the way down and on demand, restored when the
/// saver is made.
///
/// ```swift
/// let journal = StateSaver(file: directory.appending(path: "journal.state"), initial: Journal())
/// journal.state.lines.append("Dear diary")   // here is what was saved last time, plus a line
/// mediator.attach(journal)                   // saves in the background, and at the end
/// let generation = try await journal.save()  // on the disk
/// ```
///
/// A save replaces the file as a whole, for its owner only (mode 0600, in a directory made with
/// 0700), and waits for the disk; the generation before it is kept beside it, as `<file>.previous`.
/// A file that is damaged, of another version, too large, unreadable or no file at all is renamed
/// to `<file>.set-aside-<reason>-<n>`, reported in ``Restoration/problems``, and the previous
/// generation is used. Nothing is ever deleted, followed through a symbolic link, or read beyond
/// ``maximumSize``.
///
/// Everything here happens on the main actor, except encoding and writing, which happen in order on
/// a queue of their own: `didEnterBackground` takes no longer than a copy of the state, and takes a
/// hold on the mediator, if one was given, for the rest. `willTerminate` waits for the disk. States
/// that are handed over faster than they can be written are coalesced: the newest is written and
/// stands for those before it.
///
/// On iOS, files of an app cannot be read between a restart and the first unlock. A saver that is
/// made then finds its file unreadable and sets it aside; where that can happen (a launch in the
/// background), make it when protected data is available.
///
/// One saver a file. Two savers, or two processes, do not damage it, but the one that saves last
/// wins.
@MainActor
public final class StateSaver<State: Codable & Sendable>: AppLifecycleListener {
  /// What is saved, and after ``init(file:initial:version:maximumSize:mediator:migrate:)`` what was
  /// restored.
  public var state: State
  /// Where the state lives when that is not ``state``: called at each save, and must be quick.
  ///
  /// ```swift
  /// saver.snapshot = { [weak model] in model?.drafts }   // nil: what `state` says
  /// ```
  public var snapshot: (@MainActor () -> State?)?
  /// Called on the main actor after each save that the life cycle started: with the generation that
  /// is on the disk, or the error. A save on demand reports to its own caller instead.
  public var onSave: (@MainActor (Result<UInt64, ListenerFileError>) -> Void)?
  /// The mediator whose holds keep the process alive during a save in the background. Without one,
  /// the process may be suspended before the save is done. Held weakly.
  public weak var mediator: AppLifecycleMediator?
  /// What was found when the saver was made.
  public let restoration: Restoration
  /// The most bytes that an encoded state may take, in the file and when it is read back.
  public nonisolated let maximumSize: Int

  private let writer: StateWriter<State>

  /// Restores the state that was saved last, or starts with the initial one.
  ///
  /// Reads at most two files of ``maximumSize``, at once, and never fails: what went wrong is in
  /// ``restoration``.
  ///
  /// - Parameters:
  ///   - file: Where the state is kept. Its directory is made at the first save. Not a file URL: a
  ///     programmer's mistake.
  ///   - initial: The state where nothing was saved, or nothing can be read.
  ///   - version: Count it up when the type of the state changes, so that an older file is not
  ///     misread.
  ///   - maximumSize: The most bytes that an encoded state may take; 16 MiB unless you say
  ///     otherwise.
  ///   - mediator: See ``mediator``.
  ///   - migrate: Makes a state from the payload (JSON) of another version, or returns `nil` for
  ///     an unknown version; the file is then set aside.
  public init(
    file: URL,
    initial: State,
    version: Int = 1,
    maximumSize: Int = 16 << 20,
    mediator: AppLifecycleMediator? = nil,
    migrate: ((_ payload: Data, _ version: Int) throws -> State?)? = nil
  ) {
    precondition(
      (1...1 << 30).contains(maximumSize),
      "StateSaver: maximumSize is \(maximumSize). Give the bytes it may take, up to 1 GiB."
    )
    let file = DurableFile(file)
    let reader = StateReader(
      file: file, version: version, maximumSize: maximumSize, migrate: migrate)
    let (found, restoration) = reader.restore()
    state = found ?? initial
    self.restoration = restoration
    self.maximumSize = maximumSize
    self.mediator = mediator
    writer = StateWriter(
      file: file, version: version, maximumSize: maximumSize, generation: reader.lastGeneration)
  }

  // MARK: Saving

  /// Saves the state as it is now, and returns when it is on the disk.
  ///
  /// Not cancelled with its task: what was begun is finished.
  ///
  /// - Returns: The generation that is on the disk: this state, or a newer one that was saved in
  ///   its place.
  @discardableResult
  public func save() async throws(ListenerFileError) -> UInt64 {
    let result = await withCheckedContinuation { continuation in
      writer.write(current) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Saves the state as it is now, and calls back when it is on the disk, from a queue of the
  /// saver's own.
  public func save(completion: @escaping @Sendable (Result<UInt64, ListenerFileError>) -> Void) {
    writer.write(current, completion: completion)
  }

  /// Saves the state as it is now, and blocks the main actor until it is on the disk: for the very
  /// end.
  @discardableResult
  public func saveAndWait() throws(ListenerFileError) -> UInt64 {
    let outcome = Outcome()
    writer.write(current) { outcome.result = $0 }
    writer.wait()
    return try outcome.take().get()
  }

  private var current: State { snapshot?() ?? state }

  // MARK: The life cycle

  /// Saves, under a hold where there is a mediator to take one from.
  public func onAppDidEnterBackground() {
    let hold = mediator?.hold("save state")
    writer.write(current) { [weak self] result in
      hold?.release()
      Task { @MainActor in self?.onSave?(result) }
    }
  }

  /// Saves and waits for the disk: there may be no later.
  public func onAppWillTerminate() {
    do {
      onSave?(.success(try saveAndWait()))
    } catch {
      onSave?(.failure(error))
    }
  }
}

/// The result of a synchronous save, passed from the writer's queue.
private final class Outcome: @unchecked Sendable {
  // Proof for @unchecked: written on the writer's queue, once; read after waiting for that queue,
  // which orders the two.
  var result: Result<UInt64, ListenerFileError>?

  func take() -> Result<UInt64, ListenerFileError> {
    guard let result else { preconditionFailure("A writer calls back before its queue is done.") }
    return result
  }
}
