import Foundation
import LifecycleBus

final class FoundRun {
  private(set) var file: RunFile?
  private var last: RunRecord?
  private var error: ListenerFileError?
  private var isInUse = false

  init(at url: URL?) {
    do throws(ListenerFileError) {
      let url = if let url { url } else { try StateDirectory.url().appending(path: "last-run") }
      let place = DurableFile(url)

      file = try RunFile(place)
      isInUse = file == nil
      last = try Self.record(in: place)
    } catch {
      self.error = error
    }
  }

  private static func record(in place: DurableFile) throws(ListenerFileError) -> RunRecord? {
    guard let data = try place.read(first: Texts.limit)?.data, !data.isEmpty else { return nil }

    if let record = RunFormat.record(data) { return record }
    throw place.error(.undecodable, "It is no record of a run.")
  }

  func previousRun(before now: RunRecord) -> PreviousRun {
    if isInUse { return PreviousRun(ending: .stillRunning, record: last) }
    if let error { return PreviousRun(ending: .unknown(error)) }
    return PreviousRun(record: last, before: now)
  }

  /// An unknown run was no first one, so it had an empty version.
  var shownVersion: String? {
    if error != nil { return "" }
    return last?.shownVersion?.plain
  }

  /// Why this run isn't recorded, if that is an error. The record of another copy is none.
  var problem: ListenerFileError? {
    if file != nil { return nil }
    return error
  }
}
