import Foundation

/// ```
/// {"version": 1, "state":
/// { "drafts" : [] }}
/// ```
struct StateFormat<State: Codable> {
  let version: Int

  /// The errors of JSON contain values of the state, so nothing of them goes into this one.
  ///
  /// What is no JSON is an error now, and not only at the next start: a `Decimal` that is no number is
  /// written as `NaN`.
  func encode(_ state: State, for file: DurableFile) throws(ListenerFileError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")

    if let json = try? encoder.encode(state) {
      let bytes = Data("{\"version\": \(version), \"state\":\n".utf8) + json + Data("}\n".utf8)
      if self.version(of: bytes) != nil { return bytes }
    }
    throw file.error(
      .unencodable, "The state was not saved, because \(State.self) cannot be encoded as JSON.")
  }

  /// `nil` if it's nothing that a saver writes.
  private func version(of bytes: Data) -> Int? {
    try? StateSaver<State>.Payload(file: bytes).contents(Unread.self).version
  }

  func decode(
    _ data: Data, of file: DurableFile,
    _ migrate: ((StateSaver<State>.Payload, Int) throws -> State?)?
  ) throws(ListenerFileError) -> State {
    guard let found = version(of: data) else {
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

  private struct Unread: Decodable { init(from _: any Decoder) {} }
}
