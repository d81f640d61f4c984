package import Foundation

/// Where the tests of this process keep files.
package enum TestFiles {
  /// A folder that goes with the process. What a test leaves behind goes with it, such as a save that
  /// was under way when the test ended.
  package static let folder: URL = {
    let folder = makeFolder(in: FileManager.default.temporaryDirectory)
    atexit {
      try? FileManager.default.removeItem(at: TestFiles.folder)
    }
    return folder
  }()

  /// A folder in memory, where the system has a place for that; else the same one.
  ///
  /// For tests in which a system call fails in each of many children. The disk has no part in what
  /// they show, and each sync would wait for it.
  package static let folderInMemory: URL = {
    let memory = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
    guard FileManager.default.isWritableFile(atPath: memory.path) else { return TestFiles.folder }

    let folder = makeFolder(in: memory)
    atexit {
      try? FileManager.default.removeItem(at: TestFiles.folderInMemory)
    }
    return folder
  }()

  private static func makeFolder(in parent: URL) -> URL {
    let process = ProcessInfo.processInfo.processIdentifier
    let folder =
      parent
      .appending(path: "LifecycleBus-tests-\(process)", directoryHint: .isDirectory)
      .resolvingSymlinksInPath()

    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
