import Foundation

/// ```
/// {
///   "state" : { "drafts" : [] },
///   "version" : 1
/// }
/// ```
struct StateFormat<State: Codable> {
  let version: Int

  /// Checks that the bytes can be read back: `JSONEncoder` writes a `Decimal` that is no number as
  /// `NaN`. Its errors contain values of the state, so they aren't passed on.
  func encode(_ state: State, for file: DurableFile) throws(ListenerFileError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")

    let bytes = try? encoder.encode(StateContents(version: version, state: state))
    if let bytes, Self.version(of: bytes) != nil { return bytes }
    throw file.error(
      .unencodable, "The state was not saved, because \(State.self) cannot be encoded as JSON.")
  }

  private static func version(of bytes: Data) -> Int? {
    try? StateSaver<State>.Payload(file: bytes).contents(Unread.self).version
  }

  func decode(
    _ data: Data, of file: DurableFile,
    _ migrate: ((StateSaver<State>.Payload, Int) throws -> State?)?
  ) throws(ListenerFileError) -> State {
    guard let found = Self.version(of: data) else {
      throw file.error(.undecodable, "It is not what a saver writes.")
    }

    let payload = StateSaver<State>.Payload(file: data)
    if found == version {
      if let state = try? payload.decode(State.self) { return state }
    } else {
      if let state = try? migrate?(payload, found) { return state }
    }
    throw file.error(
      .undecodable,
      "Its state has version \(found) and does not decode as \(State.self). "
        + "A `migrate` closure reads other versions than \(version).")
  }
}

extension StateSaver {
  /// A state that was saved with another version, for `migrate` to decode.
  public struct Payload: Sendable {
    let file: Data

    /// Decodes the state as the type that it had then, or throws a `DecodingError`.
    public func decode<Old: Decodable>(_ type: Old.Type) throws -> Old {
      try contents(type).state
    }

    func contents<Old: Decodable>(_ type: Old.Type) throws -> StateContents<Old> {
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
      return try decoder.decode(StateContents<Old>.self, from: file)
    }
  }
}

struct StateContents<State> {
  let version: Int
  let state: State
}

private enum Key: String, CodingKey {
  case version, state
}

extension StateContents: Encodable where State: Encodable {
  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(version, forKey: .version)
    try values.encode(state, forKey: .state)
  }
}

extension StateContents: Decodable where State: Decodable {
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    version = try values.decode(Int.self, forKey: .version)
    state = try values.decode(State.self, forKey: .state)
  }
}

private struct Unread: Decodable { init(from _: any Decoder) {} }
