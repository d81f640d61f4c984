import Foundation
import TestSupport
import Testing

@testable import Listeners

/// A directory for one test, removed with its contents when the value is released.
final class TemporaryFolder: Sendable {
  let url: URL

  /// `inMemory`: where the system has such a place. What waits for a disk waits for nothing there, so
  /// a test that looks at the calls alone is over sooner.
  init(inMemory: Bool = false) {
    let name = UUID().uuidString
    let memory = URL(fileURLWithPath: "/dev/shm")
    if inMemory, access(memory.path, W_OK) == 0 {
      url = memory.appending(path: "LifecycleBus-tests-\(name)", directoryHint: .isDirectory)
    } else {
      url = TestFiles.folder.appending(path: name, directoryHint: .isDirectory)
    }

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

  func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file(name).path)[.posixPermissions] as? Int
  }

  /// Makes a file unreadable as a phone's lock does, for the superuser too, while a closure runs.
  func unreadable<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    let path = file(name).path
    let aside = file("aside").path
    rename(path, aside)
    mkdir(path, 0o700)
    defer {
      rmdir(path)
      rename(aside, path)
    }

    return try body()
  }

  #if os(Linux)
    /// The descriptor of this process that a file is open as; `nil` if it isn't.
    func descriptor(of name: String) -> Int32? {
      let path = url.resolvingSymlinksInPath().path + "/\(name)"

      let numbers: Range<Int32> = 3..<1_000
      return numbers.first { number in
        let link = "/proc/self/fd/\(number)"
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == path
      }
    }
  #endif
}

/// The code of the error that a closure throws; `nil` if it throws none.
func code<Result>(_ body: () throws -> Result) -> ListenerFileError.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? ListenerFileError)?.code
  }
}

extension DurableFile {
  func replace(with data: Data, synced: Bool = true) throws {
    var identity: FileIdentity?
    try replace(with: data, synced: synced, &identity)
  }
}
