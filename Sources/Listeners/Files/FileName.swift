/// The names of the files beside a file. A pure function of its name.
enum FileName {
  /// The longest name that file systems allow, in bytes.
  static let maximumLength = 255

  /// A name with a suffix. One that would be too long is shortened and marked with a checksum of
  /// the whole, so that two long names stay different.
  static func appending(_ suffix: String, to name: String) -> String {
    if name.utf8.count + suffix.utf8.count <= maximumLength { return name + suffix }
    let end = "~\(checksum(name))\(suffix)"
    var start = Substring(name)
    while start.utf8.count + end.utf8.count > maximumLength { start = start.dropLast() }
    return start + end
  }

  /// A new name for a temporary file: of constant length, and recognizable.
  static func temporary(for name: String) -> String {
    let number = String(UInt64.random(in: 0 ... .max), radix: 36)
    let digits = String(repeating: "0", count: numberLength - number.count) + number
    return prefix(name) + digits + suffix
  }

  /// Whether a name is one that `temporary(for:)` makes, and no other.
  static func isTemporary(_ candidate: String, for name: String) -> Bool {
    let prefix = prefix(name)
    guard candidate.hasPrefix(prefix), candidate.hasSuffix(suffix) else { return false }
    let number = candidate.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    return number.count == numberLength
      && number.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
  }

  /// The digits of the largest number.
  private static let numberLength = 13
  private static let suffix = ".tmp"

  private static func prefix(_ name: String) -> String { ".LifecycleBus-\(checksum(name))-" }

  private static func checksum(_ name: String) -> String {
    var checksum = CRC64()
    checksum.add(Array(name.utf8))
    return checksum.digits
  }
}
