import TestSupport
import Testing

@testable import Listeners

@Suite("Hostile input")
struct HostileInputTests {
  @Test(
    "each example, each prefix and each changed byte of it is decoded or refused",
    arguments: HostileInput.allCases)
  func changes(decoder: HostileInput) {
    let step = (decoder.isSlow ? 37 : 3) * (Sanitizer.current == nil ? 1 : 11)
    for name in decoder.examples {
      let whole = Array(name.utf8)
      #expect(decoder.problem(with: whole) == nil, "\(name)")
      let bytes = whole.prefix(600)
      for index in stride(from: 0, to: bytes.count, by: step) {
        #expect(decoder.problem(with: Array(bytes[..<index])) == nil, "\(name) \(index)")
        for value in [0, 0x0A, 0x30, 0x39, 0xFF] as [UInt8] {
          var changed = Array(bytes)
          changed[index] = value
          #expect(decoder.problem(with: changed) == nil, "\(name) \(index) \(value)")
        }
      }
    }
  }
}

extension HostileInput {
  /// Whether an input takes a picture.
  fileprivate var isSlow: Bool { [.recording, .recordedTimes, .flightFile].contains(self) }
}
