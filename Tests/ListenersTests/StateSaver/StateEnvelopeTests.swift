import Foundation
import Testing

@testable import Listeners

@Suite("The envelope of a saved state")
struct StateEnvelopeTests {
  private let envelope = StateEnvelope(version: 3, generation: 17, payload: Array("{\"a\":1}".utf8))

  @Test("an encoded envelope decodes to the same value")
  func roundTrip() throws {
    #expect(try StateEnvelope(decoding: envelope.encoded) == envelope)
    let text = String(bytes: envelope.encoded, encoding: .utf8)
    #expect(text?.hasPrefix("LifecycleBus-state 1 version=3 generation=17 length=7 check=") == true)
  }

  @Test("the checksum is CRC-64/XZ")
  func checksum() {
    var checksum = CRC64()
    checksum.add(Array("123456789".utf8))
    #expect(checksum.value == 0x995D_C9BB_DF19_39FA)
  }

  @Test("an envelope truncated at any byte is damaged")
  func truncated() {
    for length in 0..<envelope.encoded.count {
      let error = #expect(throws: FileDamage.self) {
        try StateEnvelope(decoding: Array(envelope.encoded.prefix(length)))
      }
      #expect(error?.code == .truncated, "\(length) bytes")
    }
  }

  @Test("an envelope with any one bit flipped is damaged")
  func turned() {
    for index in envelope.encoded.indices {
      for bit in 0..<8 {
        var bytes = envelope.encoded
        bytes[index] ^= 1 << UInt8(bit)
        #expect(throws: FileDamage.self, "byte \(index), bit \(bit)") {
          try StateEnvelope(decoding: bytes)
        }
      }
    }
  }

  @Test("an envelope with a byte after it is damaged")
  func longer() {
    #expect(throws: FileDamage.self) {
      try StateEnvelope(decoding: envelope.encoded + [0])
    }
  }

  @Test("random bytes are damaged, also after a valid prefix", arguments: [0, 19, 21, 60])
  func random(beginning: Int) {
    let seed = UInt64.random(in: 0 ... .max)
    var state = seed
    for _ in 0..<2_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = (0..<Int(state >> 40) % 400).map {
        UInt8(truncatingIfNeeded: (state >> 13) &* UInt64($0 + 1) >> 7)
      }
      #expect(throws: FileDamage.self, "seed \(seed)") {
        try StateEnvelope(decoding: Array(envelope.encoded.prefix(beginning)) + noise)
      }
    }
  }

  @Test("another format is a wrong version; numbers out of range are damage")
  func numbers() {
    let huge = "LifecycleBus-state 1 version=1 generation=99999999999999999999 length=0 check=0\n"
    let other = "LifecycleBus-state 2 anything\n"
    #expect(damage(huge) == .wrongFormat)
    #expect(damage(other) == .wrongVersion)
    let negative = "LifecycleBus-state 1 version=1 generation=1 length=-1 check=0\n"
    #expect(damage(negative) == .wrongFormat)
  }

  private func damage(_ text: String) -> ListenerFileError.Code? {
    do {
      _ = try StateEnvelope(decoding: Array(text.utf8))
      return nil
    } catch {
      return error.code
    }
  }
}
