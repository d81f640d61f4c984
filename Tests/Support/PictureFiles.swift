package import Foundation

/// Where the pictures are, and what they are made from.
package enum PictureFiles {
  private static let docs = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Docs")
  /// The pictures themselves.
  package static let images = docs.appending(path: "Images")
  /// What the drawn pictures show.
  package static let facts = docs.appending(path: "Pictures/facts")
  /// Whether a test writes its files instead of comparing them, as `Docs/make-pictures` asks.
  package static var isRecording: Bool {
    ProcessInfo.processInfo.environment["LIFECYCLEBUS_RECORD_PICTURES"] != nil
  }
}
