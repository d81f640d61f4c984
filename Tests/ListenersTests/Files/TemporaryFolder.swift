import Foundation
import TestSupport
import Testing

/// A directory for one test, removed with its contents when the value is released.
final class TemporaryFolder: Sendable {
  let url = TestFiles.folder.appending(path: UUID().uuidString, directoryHint: .isDirectory)

  init() {
    #expect(throws: Never.self) {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appending(path: name) }

  /// What is in it, by name.
  var names: [String] { names(in: "") }

  /// What is in a folder below it, by name.
  func names(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: file(path).path)) ?? []).sorted()
  }

  /// Writes a text to a file that was changed an hour ago.
  func write(_ text: String, to file: URL) throws {
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: file.path)
  }

  func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file(name).path)[.posixPermissions] as? Int
  }
}
