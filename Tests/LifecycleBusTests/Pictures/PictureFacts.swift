import Foundation
import TestSupport
import Testing

/// The facts that the pictures in `Docs/Images` show, one JSON file each in `Docs/Pictures/facts`.
///
/// The package itself makes them: a table, or a run. `Docs/make-pictures` draws what the files say.
/// A test that makes a fact compares it with its file. With `LIFECYCLEBUS_RECORD_PICTURES` in the
/// environment it writes the file, which is the first step of `Docs/make-pictures`.
enum PictureFacts {
  static func check<Value: Codable & Equatable>(_ name: String, _ value: Value) throws {
    let file = PictureFiles.facts.appending(path: "\(name).json")
    if PictureFiles.isRecording {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      return try (encoder.encode(value) + Data("\n".utf8)).write(to: file)
    }
    // Compared as values, because the encoders of two systems may differ in white space.
    let kept = try JSONDecoder().decode(Value.self, from: Data(contentsOf: file))
    #expect(
      kept == value, "the picture \(name) shows something else; Docs/make-pictures draws it anew")
  }
}
