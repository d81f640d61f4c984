import Foundation
import Tally

/// What a file of the administrator says, read at the start and with each reload: the greatest
/// number that is accepted, in `$CONFIGURATION_DIRECTORY/limit`.
@MainActor
struct Settings {
  let tally: Tally
  let environment: [String: String]

  func read() {
    guard let folder = environment["CONFIGURATION_DIRECTORY"],
      let text = try? String(contentsOfFile: "\(folder)/limit", encoding: .utf8),
      let limit = Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    else { return }
    tally.limit = limit
  }
}
