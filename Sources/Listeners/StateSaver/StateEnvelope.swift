import Foundation

/// What a state file looks like: one line that says what follows, and then the encoded state.
///
/// ```
/// LifecycleBus-state 1 version=3 generation=17 length=1234 check=0123456789abcdef
/// {"drafts":[]}
/// ```
struct StateEnvelope: Equatable {
  /// The app's version of the state.
  var version: Int
  /// Counted up with every save.
  var generation: UInt64
  var payload: [UInt8]

  private static let name = "LifecycleBus-state"
  /// More than the longest line there can be.
  static let maximumOverhead = 256

  var encoded: [UInt8] {
    let text = "version=\(version) generation=\(generation) length=\(payload.count)"
    var line = Array((CheckedLine.beginning(Self.name) + text).utf8)
    CheckedLine.seal(&line, CRC64(line, payload))
    return line + [UInt8(ascii: "\n")] + payload
  }
}

extension StateEnvelope {
  /// Reads a file's bytes back; never traps.
  init(decoding bytes: [UInt8]) throws(FileDamage) {
    let name = Array(Self.name.utf8)
    guard bytes.starts(with: name) else {
      throw name.starts(with: bytes) ? .truncated : .wrongFormat
    }
    guard let end = bytes.prefix(Self.maximumOverhead).firstIndex(of: UInt8(ascii: "\n")) else {
      throw bytes.count < Self.maximumOverhead ? .truncated : .wrongFormat
    }
    let line = try CheckedLine(bytes[..<end], named: Self.name)
    guard let version: Int = line.number("version"),
      let generation: UInt64 = line.number("generation"),
      let length: Int = line.number("length"), length >= 0
    else { throw .wrongFormat }
    let payload = Array(bytes[(end + 1)...])
    if payload.count < length { throw .truncated }
    if payload.count > length { throw .wrongChecksum }
    try line.verify(over: payload)
    self.init(version: version, generation: generation, payload: payload)
  }
}

/// Encodes a state as JSON with sorted keys.
enum StateCoding {
  static func encode(_ state: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return Array(try encoder.encode(state))
  }
}
