package import Foundation

/// A call of a child process that changed a folder, as `Tests/Support/shim.c` has recorded it.
/// Paths are relative to that folder; the empty one is the folder.
package enum FileChange: Sendable, Equatable {
  /// Made a file, unless there was one.
  case create(String)
  case makeFolder(String)
  case write(String, at: Int, Data)
  case truncate(String, to: Int)
  /// Waited for the disk, with `fsync` of a file or of a folder.
  case sync(String)
  case rename(String, to: String)
  /// Gave a file a second name.
  case link(String, to: String)
  case remove(String)
  /// Closed a file, which promises nothing.
  case close(String)
  /// Wrote a line to standard output, which is how a child acknowledges.
  case said(String)
}

extension FileChange {
  /// The files that it concerns; `nil` for a line that was said. A sync of the whole folder concerns
  /// all.
  var paths: [String]? {
    switch self {
    case .said, .sync(""): nil
    case .rename(let path, let newPath), .link(let path, let newPath): [path, newPath]
    case .create(let path), .makeFolder(let path), .sync(let path), .remove(let path),
      .close(let path), .write(let path, _, _), .truncate(let path, _):
      [path]
    }
  }

  /// Reads what the shim has recorded.
  package static func changes(in log: URL, of folder: URL) throws -> [FileChange] {
    var rest = try Data(contentsOf: log)
    var changes: [FileChange] = []
    func take(_ count: Int) -> Data {
      defer { rest = rest.dropFirst(count) }
      return Data(rest.prefix(count))
    }
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      let fields = line.split(separator: "\t").map(String.init)
      let numbers = fields.dropFirst().compactMap { Int($0) }
      let paths = fields.dropFirst().filter { $0.hasPrefix(folder.path) }
        .map { String($0.dropFirst(folder.path.count).drop { $0 == "/" }) }
      switch (fields.first, numbers.count, paths.count) {
      case ("said", 1, 0):
        let text = String(decoding: take(numbers[0]), as: UTF8.self)
        changes += text.split(separator: "\n").map { .said(String($0)) }
      case ("write", 2, 1): changes.append(.write(paths[0], at: numbers[0], take(numbers[1])))
      case ("truncate", 1, 1): changes.append(.truncate(paths[0], to: numbers[0]))
      case ("create", 0, 1): changes.append(.create(paths[0]))
      case ("folder", 0, 1): changes.append(.makeFolder(paths[0]))
      case ("sync", 0, 1): changes.append(.sync(paths[0]))
      case ("rename", 0, 2): changes.append(.rename(paths[0], to: paths[1]))
      case ("link", 0, 2): changes.append(.link(paths[0], to: paths[1]))
      case ("remove", 0, 1): changes.append(.remove(paths[0]))
      case ("close", 0, 1): changes.append(.close(paths[0]))
      default: throw UnknownChange(description: "not a record of a change: \(line)")
      }
    }
    return changes
  }
}

/// Why a recorded change makes no sense.
struct UnknownChange: Error, CustomStringConvertible {
  let description: String
}
