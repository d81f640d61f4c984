import Foundation

extension DurableFile {
  /// Renames the file, so that it is neither read nor overwritten, and returns its new path. For
  /// files that are known to be damaged.
  func setAside(as reason: ListenerFileError.Code) throws(ListenerFileError) -> String {
    do {
      return try setAside(as: reason, in: FileDescriptor(directory: directory))
    } catch {
      throw writeError(error)
    }
  }

  func setAside(
    as reason: ListenerFileError.Code, in folder: borrowing FileDescriptor
  ) throws(SystemError) -> String {
    var number = 1
    while true {
      let newFile = sibling(".set-aside-\(reason.rawValue)-\(number)")
      do {
        _ = try folder.status(of: newFile.name)
        number += 1
      } catch  where error.isMissing {
        try folder.rename(name, to: newFile.name)
        return newFile.path
      }
    }
  }

  /// Gives intact contents that this program cannot use to another file too, so that they outlive
  /// the next replacement. The file itself stays where it is.
  ///
  /// The same contents get the same name, so that a second call keeps nothing more.
  ///
  /// - Returns: The path of the other file.
  func keepAside(
    _ bytes: [UInt8], as reason: ListenerFileError.Code
  ) throws(ListenerFileError) -> String {
    var checksum = CRC64()
    checksum.add(bytes)
    let other = sibling(".set-aside-\(reason.rawValue)-\(checksum.digits)")
    if other.status == nil { try other.replace(with: bytes, durability: .power) }
    return other.path
  }

  /// Removes temporary files of writers that were killed. Those of living writers are locked, and
  /// stay. No other file is touched.
  func removeLeftovers() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    let leftovers = names.filter { FileName.isTemporary($0, for: name) }
    guard !leftovers.isEmpty, let folder = try? FileDescriptor(directory: directory) else { return }
    for leftover in leftovers {
      guard let file = try? folder.openForReading(leftover), file.lock() == .acquired else {
        continue
      }
      try? folder.remove(leftover)
    }
  }
}
