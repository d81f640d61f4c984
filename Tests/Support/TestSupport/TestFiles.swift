package import Foundation

/// Where the tests of this process keep files.
package enum TestFiles {
  /// A folder that goes with the process. What a test leaves behind goes with it, such as a save that
  /// was under way when the test ended.
  package static let folder: URL = {
    let process = ProcessInfo.processInfo.processIdentifier
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "LifecycleBus-tests-\(process)", directoryHint: .isDirectory)
      .resolvingSymlinksInPath()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: TestFiles.folder) }
    return folder
  }()
}
