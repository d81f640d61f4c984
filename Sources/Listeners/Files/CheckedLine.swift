/// A line of a file that says what it is, holds fields, and ends in a checksum:
/// `LifecycleBus-run 1 sequence=7 state=active check=0123456789abcdef`. A pure value.
///
/// Bytes, not characters: a space with an accent behind it is no space to a String.
struct CheckedLine {
  private let fields: [ArraySlice<UInt8>]
  private let covered: ArraySlice<UInt8>
  private let check: String

  private static let format = "1"

  /// The beginning of each line of a kind.
  static func beginning(_ name: String) -> String { "\(name) \(format) " }

  /// Adds the checksum of a line, and of what follows it in the file.
  static func seal(_ line: inout [UInt8], over payload: [UInt8] = []) {
    let digits = CRC64(line, payload).digits
    line += " check=".utf8
    line += digits.utf8
  }

  /// Takes a line apart, which may be any bytes. The checksum is not compared yet.
  init(_ line: ArraySlice<UInt8>, named name: String) throws(FileDamage) {
    var fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    // A power cut may leave zeros behind the first bytes: that is no other version.
    guard fields.count > 1, fields[0].elementsEqual(name.utf8), !fields[1].isEmpty,
      fields[1].allSatisfy(digits.contains)
    else { throw .wrongFormat }
    guard fields[1].elementsEqual(Self.format.utf8) else {
      throw FileDamage(
        code: .wrongVersion,
        sentence: "It has format \(String(decoding: fields[1].prefix(20), as: UTF8.self)); "
          + "this version reads format \(Self.format).")
    }
    guard let last = fields.popLast(), let check = Self.value("check", of: last) else {
      throw .truncated
    }
    self.fields = fields
    self.check = check
    covered = line.dropLast(last.count + 1)
  }

  /// The value of a field; `nil` if there is no such field.
  subscript(key: String) -> String? {
    for field in fields {
      if let value = Self.value(key, of: field) { return value }
    }
    return nil
  }

  /// Compares the checksum.
  func verify(over payload: [UInt8] = []) throws(FileDamage) {
    guard CRC64(Array(covered), payload).digits == check else { throw .wrongChecksum }
  }

  /// The bytes come from a file, and need not be valid text.
  private static func value(_ key: String, of field: ArraySlice<UInt8>) -> String? {
    let rest = field.dropFirst(key.utf8.count)
    guard field.starts(with: key.utf8), rest.first == UInt8(ascii: "=") else { return nil }
    return String(decoding: rest.dropFirst(), as: UTF8.self)
  }
}

/// Why the bytes of a file are not what was written: the kind of damage, and a sentence.
struct FileDamage: Error, Equatable {
  let code: ListenerFileError.Code
  let sentence: String

  static let wrongChecksum = Self(
    code: .wrongChecksum, sentence: "Its contents are not what was written.")
  static let truncated = Self(code: .truncated, sentence: "It ends before it should.")
  static let wrongFormat = Self(
    code: .wrongFormat, sentence: "It does not begin as such a file does.")
}

/// The checksum that finds damaged files: CRC-64/XZ, polynomial 0x42F0E1EBA9EA3693 reflected.
///
/// It finds every change of up to 64 bits in a row, and overlooks any other one in 2⁶⁴. It is
/// no protection against a deliberate change of the file.
struct CRC64 {
  private var register = UInt64.max

  /// The checksum of these pieces, one behind the other.
  init(_ pieces: [UInt8]...) {
    for piece in pieces { add(piece) }
  }

  var value: UInt64 { ~register }

  /// The value as 16 hexadecimal digits.
  var digits: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  mutating func add(_ bytes: [UInt8]) {
    // Read once: a static value asks at each access whether it has been made.
    let table = Self.table
    for byte in bytes {
      register = table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ (register >> 8)
    }
  }

  private static let table: [UInt64] = (0..<256).map { index in
    (0..<8).reduce(UInt64(index)) { value, _ in
      value & 1 == 1 ? (value >> 1) ^ 0xC96C_5795_D787_0F42 : value >> 1
    }
  }
}
