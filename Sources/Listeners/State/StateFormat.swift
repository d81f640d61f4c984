import Foundation

/// ```
/// {"version": 1, "state":
/// { "drafts" : [] }}
/// ```
struct StateFormat<State: Codable & Sendable>: Sendable {
  let version: Int

  /// The errors of JSON contain values of the state, so nothing of them goes into this one.
  func encode(_ state: State, for file: DurableFile) throws(ListenerFileError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")

    guard let json = try? encoder.encode(state) else {
      throw file.error(
        .unencodable, "The state was not saved, because \(State.self) cannot be encoded as JSON.")
    }

    return Data("{\"version\": \(version), \"state\":\n".utf8) + json + Data("}\n".utf8)
  }

  func decode(
    _ data: Data, of file: DurableFile,
    _ migrate: ((StateSaver<State>.Payload, Int) throws -> State?)?
  ) throws(ListenerFileError) -> State {
    let payload = StateSaver<State>.Payload(file: data)
    guard let found = try? payload.contents(Unread.self).version else {
      throw file.error(.undecodable, "It is not what a saver writes.")
    }

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
