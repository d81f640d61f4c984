import Foundation

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

  func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  func write(_ content: String, to path: String) throws {
    try content.write(to: root.appending(path: path), atomically: true, encoding: .utf8)
  }

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
      .filter { $0.pathExtension == "swift" && !$0.path.contains(".docc/") }.sorted {
        $0.path < $1.path
      }
  }

  /// Source text in the format of the repository.
  func formatted(_ source: String) throws -> String {
    let file = try temporary(source, as: "Formatted.swift")
    let configuration = root.appending(path: ".swift-format").path
    try run("swift", "format", "--in-place", "--configuration", configuration, file.path)
    return try String(contentsOf: file, encoding: .utf8)
  }

  struct ToolFailure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a tool of the PATH to its end.
  ///
  /// - Throws: ``ToolFailure`` with its output, if it ends with another status than 0.
  func run(_ arguments: String...) throws { try run(arguments) }

  func run(_ arguments: [String]) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = root
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let start = text.split(separator: "\n").prefix(20).joined(separator: "\n")
      throw ToolFailure(description: "\(arguments.prefix(3).joined(separator: " ")): \(start)")
    }
  }
}
