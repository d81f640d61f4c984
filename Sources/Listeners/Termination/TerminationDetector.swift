public import Foundation
public import LifecycleBus

/// Says at launch how the last run ended.
///
/// ```swift
/// let detector = TerminationDetector(file: directory.appending(path: "last-run.json"))
/// if detector.previousRun.ending == .inForeground { offerToSendReport() }
/// mediator.attach(detector)
/// ```
///
/// Make it early, once a run: making it reads what the last run left and begins a new record, which
/// is then kept up to date inside each relay that changes the state. A write takes about 0.15 ms
/// (ext4); it outlives the process, however it ends, and is not forced to the disk: after a
/// power cut an older record may be found, from which a reboot is concluded all the same. Attach it
/// first: under the `.lifecycle` policy it then records the way down only after all other listeners
/// have returned, so a crash in a listener's `onAppWillTerminate` is no orderly end.
///
/// A program that calls `exit` without `willTerminate` has not ended in order. A file that cannot
/// be read is set aside and the ending is ``PreviousRun/Ending/unknown(_:)``; one that cannot be
/// written is reported once, in ``problem`` and to ``onProblem``, and the program continues.
///
/// One file a process: of two processes that share one, each finds the other's record, and the last
/// one to write wins. The file stays whole, but the ending that is reported is then a guess.
/// Attaching it twice, late, or to several mediators does no harm.
@MainActor
public final class TerminationDetector: AppLifecycleListener {
  /// How the last run ended.
  public let previousRun: PreviousRun
  /// The record of this run.
  public private(set) var record: RunRecord
  /// The first error of a write; `nil` if there was none.
  public private(set) var problem: ListenerFileError?
  /// Called on the main actor with the first error; at once, if there is one already.
  public var onProblem: (@MainActor (ListenerFileError) -> Void)? {
    didSet {
      if oldValue == nil, let problem { onProblem?(problem) }
    }
  }

  /// The most that is read of a record.
  private static let maximumSize = 65_536
  private static let format = 1

  /// `nil` where no directory could be found.
  private let file: DurableFile?
  private let environment: RunEnvironment

  /// Reads how the last run ended, and begins the record of this one. Never fails.
  ///
  /// - Parameters:
  ///   - file: Where the record is kept. Its directory is made if it is missing. Not a file URL: a
  ///     programmer's mistake.
  ///   - environment: Versions, boot and clock; a test brings its own.
  public convenience init(file: URL, environment: RunEnvironment = RunEnvironment()) {
    self.init(.success(DurableFile(file)), environment)
  }

  /// The same, with the record in the program's ``StateDirectory``, as `last-run.json`.
  ///
  /// Where there is no such directory, ``problem`` says so, and the ending is
  /// ``PreviousRun/Ending/unknown(_:)``.
  public convenience init(
    application: String = StateDirectory.defaultApplication,
    environment: RunEnvironment = RunEnvironment()
  ) {
    do {
      let directory = try StateDirectory.url(for: application)
      self.init(.success(DurableFile(directory.appending(path: "last-run.json"))), environment)
    } catch {
      self.init(.failure(error), environment)
    }
  }

  init(_ file: Result<DurableFile, ListenerFileError>, _ environment: RunEnvironment) {
    self.environment = environment
    record = RunRecord(environment: environment)
    do {
      let file = try file.get()
      self.file = file
      previousRun = Self.previousRun(file, before: record)
      write()
    } catch {
      self.file = nil
      previousRun = PreviousRun(unreadable: error)
      problem = error
    }
  }

  private static func previousRun(_ file: DurableFile, before record: RunRecord) -> PreviousRun {
    file.removeLeftovers()
    do {
      return PreviousRun(record: try read(file), now: record)
    } catch {
      var error = error
      error.setAsidePath = try? file.setAside(as: error.code)
      return PreviousRun(unreadable: error)
    }
  }

  /// Writes the app's state to the record, if it has changed.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if record.update(context, at: environment.now()) { write() }
  }

  private func write() {
    guard let file else { return }
    do {
      try file.replace(with: encodedRecord(file), durability: .process)
    } catch {
      guard problem == nil else { return }
      problem = error
      onProblem?(error)
    }
  }

  private func encodedRecord(_ file: DurableFile) throws(ListenerFileError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    do {
      return Array(try encoder.encode(Marker(format: Self.format, run: record)))
    } catch {
      throw file.error(.unencodable, "The record of this run cannot be encoded: \(error)")
    }
  }

  private static func read(_ file: DurableFile) throws(ListenerFileError) -> RunRecord? {
    guard let bytes = try file.read(upTo: maximumSize) else { return nil }
    do {
      let data = Data(bytes)
      let format = try JSONDecoder().decode(MarkerFormat.self, from: data).format
      guard format == Self.format else {
        throw file.error(
          .wrongVersion, "It has format \(format); this version reads format \(Self.format).")
      }
      return try JSONDecoder().decode(Marker.self, from: data).run
    } catch let error as ListenerFileError {
      throw error
    } catch {
      throw file.error(.undecodable, "It is no record of a run: \(error)")
    }
  }

  private struct Marker: Codable {
    let format: Int
    let run: RunRecord
  }

  private struct MarkerFormat: Decodable {
    let format: Int
  }
}
