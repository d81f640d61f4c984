package import Foundation

/// What a folder holds: the bytes of each file by its path, and `nil` for a folder.
package struct DiskContents: Hashable, Sendable {
  package var entries: [String: Data?] = [:]

  package init(_ entries: [String: Data?] = [:]) { self.entries = entries }

  /// Reads a folder.
  package init(of folder: URL) throws {
    let manager = FileManager.default
    for path in try manager.subpathsOfDirectory(atPath: folder.path) {
      let url = folder.appending(path: path)
      var isFolder: ObjCBool = false
      guard manager.fileExists(atPath: url.path, isDirectory: &isFolder) else { continue }
      entries.updateValue(
        isFolder.boolValue ? nil : try Data(contentsOf: url), forKey: path)
    }
  }

  /// All bytes count: those of a file after the first 80, too, which are all that `Data` hashes.
  package func hash(into hasher: inout Hasher) {
    for (path, bytes) in entries.sorted(by: { $0.key < $1.key }) {
      hasher.combine(path)
      bytes?.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// The text of a file; `nil` if there is none.
  package func text(_ path: String) -> String? {
    entries[path].flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Replaces what a folder holds. Every file is a new one, so that no lock is left on it; names that
  /// led to one file lead to copies.
  package func write(to folder: URL) throws {
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: folder.path) {
      try manager.removeItem(at: folder.appending(path: name))
    }
    for (path, bytes) in entries.sorted(by: { $0.key < $1.key }) {
      let url = folder.appending(path: path)
      if let bytes {
        try bytes.write(to: url)
      } else {
        try manager.createDirectory(at: url, withIntermediateDirectories: false)
      }
    }
  }
}

extension DiskContents: CustomStringConvertible {
  package var description: String {
    let lines = entries.sorted { $0.key < $1.key }.map { path, bytes in
      guard let bytes else { return "\(path)/" }
      return "\(path): \(String(decoding: bytes.prefix(300), as: UTF8.self).debugDescription)"
    }
    return "[" + lines.joined(separator: "\n") + "]"
  }
}
