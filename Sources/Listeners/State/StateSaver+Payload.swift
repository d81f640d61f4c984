import Foundation

extension StateSaver {
  /// The saved state of another version.
  public struct Payload: Sendable {
    let file: Data

    /// Decodes the state, or throws a `DecodingError`.
    public func decode<Old: Decodable>(_ type: Old.Type) throws -> Old {
      try contents(type).state
    }

    func contents<Old: Decodable>(_ type: Old.Type) throws -> Contents<Old> {
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
      return try decoder.decode(Contents<Old>.self, from: file)
    }

    struct Contents<Old: Decodable>: Decodable {
      let version: Int
      let state: Old
    }
  }
}
