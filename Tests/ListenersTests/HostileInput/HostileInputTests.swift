import Foundation
import TestSupport
import Testing

@testable import Listeners

@Suite("Hostile input")
struct HostileInputTests {
  /// The committed inputs: seeds of the fuzzer, and what it has found.
  static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fuzzing/Corpus")

  static func inputs(_ decoder: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: corpus.appending(path: decoder), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }

  @Test("each committed input is decoded or refused", arguments: HostileInput.allCases)
  func replay(decoder: HostileInput) throws {
    let inputs = try Self.inputs(decoder.rawValue)
    #expect(!inputs.isEmpty)
    for input in inputs {
      let problem = decoder.problem(with: Array(try Data(contentsOf: input)))
      #expect(problem == nil, "\(decoder) \(input.lastPathComponent)")
    }
  }

  @Test(
    "each prefix and each changed byte of a seed is decoded or refused",
    arguments: HostileInput.allCases)
  func changes(decoder: HostileInput) throws {
    for input in try Self.inputs(decoder.rawValue) {
      let bytes = Array(try Data(contentsOf: input)).prefix(600)
      let step = (decoder.isSlow ? 37 : 3) * (Sanitizer.current == nil ? 1 : 11)
      for index in stride(from: 0, to: bytes.count, by: step) {
        #expect(decoder.problem(with: Array(bytes[..<index])) == nil)
        for value in [0, 0x0A, 0x30, 0x39, 0xFF] as [UInt8] {
          var changed = Array(bytes)
          changed[index] = value
          #expect(
            decoder.problem(with: changed) == nil, "\(input.lastPathComponent) \(index) \(value)")
        }
      }
    }
  }
}

extension HostileInput {
  /// Whether an input takes a picture.
  fileprivate var isSlow: Bool { [.recording, .recordedTimes, .flightFile].contains(self) }
}
