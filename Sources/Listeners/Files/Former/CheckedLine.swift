import Foundation

/// A line of a file that says what it is, holds fields, and ends in a checksum:
/// `LifecycleBus-run 1 sequence=7 state=active check=0123456789abcdef`.
///
/// Bytes, not characters: a space with an accent behind it is no space to a String.
struct CheckedLine {
  private let fields: [ArraySlice<UInt8>]
  private let covered: ArraySlice<UInt8>
  private let check: String

  private static let format = "1"

  static func beginning(_ name: String) -> String { "\(name) \(format) " }

  /// Adds the checksum of a line, and of what follows it in the file.
  static func seal(_ line: inout [UInt8], _ check: CRC64) {
    line += " check=".utf8
    for shift in stride(from: 60, through: 0, by: -4) {
      line.append(digits[Int(check.value >> UInt64(shift) & 15)])
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// Takes a line of any bytes apart, without comparing the checksum.
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

  subscript(key: String) -> String? {
    for field in fields {
      if let value = Self.value(key, of: field) { return value }
    }
    return nil
  }

  func number<Number: FixedWidthInteger>(_ key: String) -> Number? {
    self[key].flatMap { Number($0) }
  }

  /// The text in a field, without the escapes.
  func text(_ key: String) -> String? { self[key].map { $0.removingPercentEncoding ?? $0 } }

  /// A text as a field's value, percent-encoded and cut to whole characters.
  static func escaped(_ text: String, upTo room: Int = .max) -> [UInt8] {
    func isPlain(_ byte: UInt8) -> Bool { byte > 0x20 && byte != UInt8(ascii: "%") }
    if text.utf8.count <= room, text.utf8.allSatisfy(isPlain) { return Array(text.utf8) }
    var value: [UInt8] = []
    for scalar in text.unicodeScalars {
      let bytes = UTF8.encode(scalar).flatMap { bytes in
        bytes.flatMap {
          isPlain($0) ? [$0] : [UInt8(ascii: "%"), digits[Int($0 >> 4)], digits[Int($0 & 15)]]
        }
      }
      guard let bytes, value.count + bytes.count <= room else { break }
      value += bytes
    }
    return value
  }

  func verify(over payload: [UInt8] = []) throws(FileDamage) {
    guard CRC64(Array(covered), payload).digits == check else { throw .wrongChecksum }
  }

  private static func value(_ key: String, of field: ArraySlice<UInt8>) -> String? {
    let rest = field.dropFirst(key.utf8.count)
    guard field.starts(with: key.utf8), rest.first == UInt8(ascii: "=") else { return nil }
    return String(decoding: rest.dropFirst(), as: UTF8.self)
  }
}

/// Lines of one length, each a checked line and spaces up to its end.
struct PaddedLines: Sendable {
  let name: String
  let length: Int
  /// A line that was not written yet.
  let blank: [UInt8]
  /// " check=", 16 digits, and the line end.
  static let sealLength = 24

  init(_ name: String, length: Int) {
    (self.name, self.length) = (name, length)
    blank = Array(repeating: UInt8(ascii: " "), count: length - 1) + [UInt8(ascii: "\n")]
  }

  func complete(_ text: inout [UInt8], _ check: CRC64) {
    CheckedLine.seal(&text, check)
    // A slice takes a tenth of the time of bytes that are added one by one.
    text += blank[min(text.count, length - 1)...]
  }

  func line(_ fields: String) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(length)
    line += CheckedLine.beginning(name).utf8
    line += fields.utf8
    complete(&line, CRC64(line))
    return line
  }

  /// The line at a place, its checksum compared; `nil` if none was written.
  func read(_ number: Int, of bytes: [UInt8]) throws(FileDamage) -> CheckedLine? {
    let bytes = bytes.dropFirst(number * length).prefix(length)
    guard let end = bytes.lastIndex(where: { $0 != UInt8(ascii: " ") && $0 != 10 }) else {
      return nil
    }
    let line = try CheckedLine(bytes[...end], named: name)
    try line.verify()
    return line
  }
}

/// Why the bytes of a file are not what was written.
struct FileDamage: Error, Equatable {
  let code: ListenerFileError.Code
  let sentence: String

  static let wrongChecksum = Self(
    code: .wrongChecksum, sentence: "Its contents are not what was written.")
  static let truncated = Self(code: .truncated, sentence: "It ends before it should.")
  static let wrongFormat = Self(
    code: .wrongFormat, sentence: "It does not begin as such a file does.")
}

/// CRC-64/XZ, polynomial 0x42F0E1EBA9EA3693 reflected.
///
/// It is no protection against a deliberate change.
struct CRC64 {
  private var register = UInt64.max

  init(_ pieces: [UInt8]...) {
    for piece in pieces { add(piece) }
  }

  var value: UInt64 { ~register }

  /// 16 hexadecimal digits.
  var digits: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  mutating func add(_ bytes: some Sequence<UInt8>) {
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
