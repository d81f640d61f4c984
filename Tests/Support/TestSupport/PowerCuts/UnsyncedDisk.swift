import Foundation

/// A folder before a power cut: what is on the disk for certain, and what may be. A pure value.
///
/// The model is a journaling file system at its worst. It keeps what POSIX promises and what the
/// studied file systems do, and no more (Pillai and others, "All File Systems Are Not Created
/// Equal", OSDI 2014, table 1 and section 3):
///
/// - A change of names (a file or folder made, linked, renamed or removed) is on the disk as a whole
///   or not at all: a rename never loses both names. `fsync` of the folder makes it certain. Before,
///   it may be missing, also where a later one is there. Only two changes of one name keep their
///   order.
/// - The bytes of a file are certain after `fsync` of the file. Before, writes are missing, there in
///   part, or there, each on its own; see `UnsyncedFile`.
/// - Neither implies the other. A name can be there before its bytes, and `fsync` of a new file does
///   not keep its name. Closing a file, and the end of the process, promise nothing.
/// - What a folder holds is lost with the name of the folder.
package struct UnsyncedDisk {
  /// A name in a folder.
  private struct Place: Hashable {
    let folder: Int
    let name: String
  }

  /// What one call does to names: the file or folder that each has then, if any.
  private typealias NameChange = [Place: Int?]

  private var certain: [Place: Int] = [:]
  private var changes: [NameChange] = []
  /// By number. What has a number and is none of them is a folder; 0 is the one that everything is in.
  private var files: [Int: UnsyncedFile] = [:]
  private var count = 1

  /// - Parameter contents: What the folder holds for certain.
  package init(_ contents: DiskContents = DiskContents()) {
    for (path, bytes) in contents.entries.sorted(by: { $0.key < $1.key }) {
      // The folder above comes first.
      guard let place = try? place(path) else { continue }
      certain[place] = number(for: bytes.map { UnsyncedFile($0) })
    }
  }

  private mutating func number(for file: UnsyncedFile?) -> Int {
    defer { count += 1 }
    files[count] = file
    return count
  }

  // MARK: Calls

  /// Makes a call.
  package mutating func apply(_ change: FileChange) throws {
    switch change {
    case .create(let path):
      let place = try place(path)
      if present[place] == nil { changes.append([place: number(for: UnsyncedFile())]) }
    case .makeFolder(let path): changes.append([try place(path): number(for: nil)])
    case .write(let path, let offset, let bytes):
      files[try number(at: path)]?.apply(.write(at: offset, bytes))
    case .truncate(let path, let length):
      let number = try number(at: path)
      if files[number]?.present.count != length { files[number]?.apply(.truncate(to: length)) }
    case .sync(let path):
      let number = try number(at: path)
      if files[number] == nil { sync(folder: number) } else { files[number]?.sync() }
    case .rename(let path, let newPath):
      let (number, old, new) = (try number(at: path), try place(path), try place(newPath))
      // Where both names lead to one file, the system renames nothing.
      if present[new] != number { changes.append([old: nil, new: number]) }
    case .link(let path, let newPath):
      changes.append([try place(newPath): try number(at: path)])
    case .remove(let path): changes.append([try place(path): nil])
    case .close, .said: break
    }
  }

  /// Makes the changes of a folder's names certain, and those that these build on.
  private mutating func sync(folder: Int) {
    var places: Set<Place> = []
    var certainChanges: [NameChange] = []
    for index in changes.indices.reversed() {
      let change = changes[index]
      guard change.keys.contains(where: { $0.folder == folder || places.contains($0) }) else {
        continue
      }
      places.formUnion(change.keys)
      certainChanges.append(changes.remove(at: index))
    }
    for change in certainChanges.reversed() { Self.make(change, in: &certain) }
  }

  private static func make(_ change: NameChange, in names: inout [Place: Int]) {
    for (place, number) in change { names[place] = number }
  }

  private var present: [Place: Int] {
    changes.reduce(into: certain) { Self.make($1, in: &$0) }
  }

  private func number(at path: String) throws -> Int {
    if path.isEmpty { return 0 }
    guard let number = present[try place(path)] else {
      throw UnknownChange(description: "a change of \(path), which was not made")
    }
    return number
  }

  private func place(_ path: String) throws -> Place {
    guard let slash = path.lastIndex(of: "/") else { return Place(folder: 0, name: path) }
    return Place(
      folder: try number(at: String(path[..<slash])),
      name: String(path[path.index(after: slash)...]))
  }

  // MARK: Power cuts

  /// The folder as programs see it.
  package var contents: DiskContents {
    var choices = Choices.always(0)
    return contents(&choices)
  }

  /// What a power cut leaves. The first answer to each question is that a change is on the disk, the
  /// second that it is not.
  package func contents(_ choices: inout Choices) -> DiskContents {
    var names = certain
    var missing: Set<Place> = []
    for change in changes {
      if missing.isDisjoint(with: change.keys), choices.choose(2) == 0 {
        Self.make(change, in: &names)
      } else {
        missing.formUnion(change.keys)
      }
    }
    var left: [Int: Data] = [:]
    var contents = DiskContents()
    var folders: [(number: Int, path: String)] = [(0, "")]
    while let (folder, above) = folders.popLast() {
      for (place, number) in names.sorted(by: { $0.key.name < $1.key.name })
      where place.folder == folder {
        let path = above + place.name
        if let file = files[number] {
          // Several names of a file lead to the same bytes.
          let bytes = left[number] ?? file.bytes(&choices)
          left[number] = bytes
          contents.entries.updateValue(bytes, forKey: path)
        } else {
          contents.entries.updateValue(nil, forKey: path)
          folders.append((number, path + "/"))
        }
      }
    }
    return contents
  }

  /// What a power cut may leave: all of it, if that takes so many combinations; otherwise the first
  /// and the last possibility, and so many random ones.
  package func cuts(atMost limit: Int, _ generator: inout SeededGenerator) -> PowerCuts {
    var cuts = PowerCuts()
    var choices = Choices.each
    for _ in 0..<limit {
      cuts.states.insert(contents(&choices))
      if !choices.advance() { return cuts }
    }
    cuts = PowerCuts(isComplete: false)
    choices = .random(SeededGenerator(seed: generator.next()))
    for _ in 0..<limit { cuts.states.insert(contents(&choices)) }
    for answer in 0...1 {
      choices = .always(answer)
      cuts.states.insert(contents(&choices))
    }
    return cuts
  }
}

/// The states of a disk that one power cut may leave.
package struct PowerCuts {
  package fileprivate(set) var states: Set<DiskContents> = []
  /// Whether there are no others.
  package fileprivate(set) var isComplete = true
}
