import Foundation
import LifecycleBus

/// What a detector finds when it begins.
enum FoundRun {
  /// The record of the last run; `nil` without one, an error if it can't be read.
  typealias Last = Result<RunRecord?, ListenerFileError>

  /// The file is this process's now.
  case opened(RunFile, Last)
  /// Another copy of the program has it.
  case inUse(Last)
  case unavailable(ListenerFileError)

  /// `url`: by default `last-run` in the program's directory.
  init(at url: URL?) {
    do throws(ListenerFileError) {
      let url = if let url { url } else { try StateDirectory.url().appending(path: "last-run") }
      let place = DurableFile(url)

      if let file = try RunFile(place) {
        self = .opened(file, Self.last(in: place))
      } else {
        self = .inUse(Self.last(in: place))
      }
    } catch {
      self = .unavailable(error)
    }
  }

  private static func last(in place: DurableFile) -> Last {
    Result { () throws(ListenerFileError) in
      guard let data = try place.read(first: RunFormat.limit)?.data, !data.isEmpty else {
        return nil
      }
      guard let record = RunFormat.record(data) else {
        throw place.error(.undecodable, "It is no record of a run.")
      }
      return record
    }
  }

  // MARK: What follows from it

  func previousRun(before now: RunRecord) -> PreviousRun {
    switch self {
    case .opened(_, .success(let last)):
      PreviousRun(record: last, before: now)
    case .opened(_, .failure(let error)), .unavailable(let error):
      PreviousRun(ending: .unknown(error))
    case .inUse(let last):
      PreviousRun(ending: .stillRunning, record: try? last.get())
    }
  }

  /// The version that was in front last. An unknown run was no first one, so it had an empty version.
  var shownVersion: String? {
    switch self {
    case .opened(_, .success(let last)), .inUse(.success(let last)):
      last?.shownVersion?.plain
    case .opened(_, .failure), .inUse(.failure), .unavailable:
      ""
    }
  }

  /// Where this run is recorded; `nil` if it can't be.
  var file: RunFile? {
    switch self {
    case .opened(let file, _): file
    case .inUse, .unavailable: nil
    }
  }

  /// Why this run isn't recorded, if that is an error. The record of another copy is none.
  var problem: ListenerFileError? {
    switch self {
    case .opened, .inUse(.success):
      nil
    case .inUse(.failure(let error)), .unavailable(let error):
      error
    }
  }
}
