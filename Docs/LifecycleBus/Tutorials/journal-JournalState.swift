import Foundation

/// What the journal remembers from one run to the next, beside the lines themselves.
struct JournalState: Codable, Sendable {
  var openings = 0
  var lineCount = 0
  var lastOpened: Date?
}
