import Foundation

/// A folder of the sources, and its part of the faults.
struct FolderShare: Sendable {
  let folder: String
  let lines: Int
  let faults: Int
  /// The faults that the folder would have if they were spread by lines.
  let share: Double

  /// Whether the folder has its share, but for one fault.
  var isFair: Bool { abs(Double(faults) - share) <= 1 }
}

extension FaultTable {
  /// The folders of both modules with a Swift file, by name. Catalogs of documentation do not count.
  func shares(in root: URL) -> [FolderShare] {
    let files = Self.sources(in: root)
    let lines = files.mapValues { paths in
      paths.reduce(0) { sum, path in
        let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
        return sum + (text?.components(separatedBy: "\n").count ?? 1) - 1
      }
    }
    let total = lines.values.reduce(0, +)
    let faults = faults.filter { !$0.isMore }
    return lines.sorted { $0.key < $1.key }.map { folder, own in
      FolderShare(
        folder: folder, lines: own, faults: faults.count { $0.folder == folder },
        share: Double(own * faults.count) / Double(max(total, 1)))
    }
  }

  /// The Swift files of each folder.
  static func sources(in root: URL) -> [String: [String]] {
    let paths = ["Sources/LifecycleBus", "Sources/Listeners"].flatMap { module in
      let inside = FileManager.default.enumerator(atPath: root.appending(path: module).path)
      return (inside?.compactMap { $0 as? String } ?? []).map { "\(module)/\($0)" }
    }
    let files = paths.filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
    return Dictionary(grouping: files, by: PlantedFault.folder(of:))
  }
}
