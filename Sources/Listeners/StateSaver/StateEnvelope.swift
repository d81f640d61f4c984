import Foundation

/// What a state file looks like: one line that says what follows, and then the encoded state.
///
/// ```
/// LifecycleBus-state 1 version=3 generation=17 length=1234 check=0123456789abcdef
/// {"drafts":[]}
/// ```
///
/// The check covers the line before it and the payload, so no part of the file can change
/// unnoticed. A pure value.
struct StateEnvelope: Equatable {
  /// The version of the state, which the app counts up when its type changes.
  var version: Int
  /// Counted up with every save.
  var generation: UInt64
  var payload: [UInt8]

  private static let magic = "LifecycleBus-state "
  private static let format = "1"
  /// More than the longest line there can be.
  static let maximumOverhead = 256

  init(version: Int, generation: UInt64, payload: [UInt8]) {
    self.version = version
    self.generation = generation
    self.payload = payload
  }

  /// The file's bytes.
  var encoded: [UInt8] {
    let covered =
      "\(Self.magic)\(Self.format) version=\(version) generation=\(generation) "
      + "length=\(payload.count)"
    let check = Self.check(covered.utf8, payload)
    return Array("\(covered) check=\(check)\n".utf8) + payload
  }

  private static func check(_ line: some Sequence<UInt8>, _ payload: [UInt8]) -> String {
    var checksum = CRC64()
    checksum.add(Array(line))
    checksum.add(payload)
    return checksum.digits
  }
}

extension StateEnvelope {
  typealias Damage = FileDamage

  /// Reads a file's bytes back. Returns or throws for any bytes; never traps.
  init(decoding bytes: [UInt8]) throws(Damage) {
    let magic = Array(Self.magic.utf8)
    guard bytes.starts(with: magic) else {
      throw magic.starts(with: bytes) ? Self.truncated : Self.wrongFormat
    }
    guard let end = bytes.prefix(Self.maximumOverhead).firstIndex(of: UInt8(ascii: "\n")) else {
      throw bytes.count < Self.maximumOverhead ? Self.truncated : Self.wrongFormat
    }
    // Bytes, not characters: a space with an accent behind it is no space to a String.
    let line = bytes[..<end]
    let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard fields.count > 1, fields[1].elementsEqual(Self.format.utf8) else {
      let format = fields.dropFirst().first ?? []
      throw Damage(
        code: .wrongVersion,
        sentence: "It has format \(Self.text(format.prefix(20))); this version reads format 1.")
    }
    guard fields.count == 6,
      let version = Self.value("version=", fields[2]).flatMap({ Int($0) }),
      let generation = Self.value("generation=", fields[3]).flatMap({ UInt64($0) }),
      let length = Self.value("length=", fields[4]).flatMap({ Int($0) }), length >= 0,
      let check = Self.value("check=", fields[5])
    else { throw Self.wrongFormat }
    let payload = Array(bytes[(end + 1)...])
    if payload.count < length { throw Self.truncated }
    let covered = line.dropLast(fields[5].count + 1)
    guard payload.count == length, Self.check(covered, payload) == check else {
      throw Damage(code: .wrongChecksum, sentence: "Its contents are not what was saved.")
    }
    self.init(version: version, generation: generation, payload: payload)
  }

  private static func value(_ key: String, _ field: ArraySlice<UInt8>) -> String? {
    field.starts(with: key.utf8) ? text(field.dropFirst(key.utf8.count)) : nil
  }

  /// The bytes come from a file, and need not be valid text.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static let truncated = Damage(
    code: .truncated, sentence: "It ends before it should.")
  private static let wrongFormat = Damage(
    code: .wrongFormat, sentence: "It does not begin as a saved state does.")
}
