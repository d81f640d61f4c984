public import Foundation

extension StateSaver {
  /// The saved bytes of a state of another version.
  public struct Payload: Sendable {
    let bytes: [UInt8]

    /// The state as JSON. A number that is not finite is the text "NaN", "Infinity" or "-Infinity".
    public var data: Data { Data(bytes) }

    /// Decodes the state, or throws a `DecodingError`.
    public func decode<Old: Decodable>(_ type: Old.Type) throws -> Old {
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
      return try decoder.decode(type, from: data)
    }
  }

  /// What a saver has found in its files.
  public struct Restoration: Sendable, Equatable {
    /// Where a state came from.
    public enum Source: String, Sendable {
      /// Nothing was saved or can be read: the initial state is used.
      case initial
      /// The file.
      case current
      /// The generation before, because the file is missing or was set aside.
      case previous
      /// The file cannot be read for now, as before a phone's first unlock. The initial state is
      /// used, and nothing is saved until the file has been read.
      case unavailable
    }

    /// Where the state came from.
    public let source: Source
    /// The generation that was restored, or 0.
    package let generation: UInt64
    /// What was wrong with the files, and where they are now.
    public internal(set) var problems: [ListenerFileError]

    /// Why nothing can be saved yet; `nil` if it can.
    var unavailability: ListenerFileError? {
      source == .unavailable ? problems.last { $0.code == .unreadable } : nil
    }

    /// Copies a late restored file, and reports the copy.
    mutating func keep(_ bytes: [UInt8], of file: FormerFile) {
      var problem = file.error(
        .unreadable, "It could not be read at first; the snapshot's state replaces it.")
      problem.setAsidePath = try? file.keepAside(bytes, as: .unreadable)
      problems.append(problem)
    }
  }
}
