import Foundation

struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// The repository's files, a folder for temporary ones, and the tools that are run.
struct Repository {
  let root: URL
  let work: URL

  init() throws {
    // Sources/declarations/Repository.swift in Tests/ApplePlatforms.
    root = (0..<5).reduce(URL(filePath: #filePath)) { folder, _ in
      folder.deletingLastPathComponent()
    }
    work = FileManager.default.temporaryDirectory.appending(path: "declarations-\(UUID())")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
  }

  func removeWorkFolder() { try? FileManager.default.removeItem(at: work) }

  /// Writes a temporary file.
  func temporary(_ content: String, as name: String) throws -> URL {
    let file = work.appending(path: name)
    try content.write(to: file, atomically: true, encoding: .utf8)
    return file
  }

  /// The Swift files below a folder, in order.
  func sources(below path: String) -> [URL] {
    let found = FileManager.default.enumerator(
      at: root.appending(path: path), includingPropertiesForKeys: nil)
    return (found?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
  }

  /// Runs a tool of the PATH to its end. Throws its output if it fails.
  func run(_ arguments: [String]) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output

    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()

    if process.terminationStatus == 0 { return }
    throw Failure(description: text.split(separator: "\n").prefix(20).joined(separator: "\n"))
  }
}
