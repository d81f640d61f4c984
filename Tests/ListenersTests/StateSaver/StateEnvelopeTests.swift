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

  @Test("an envelope truncated at any byte, with one more, or with any one bit flipped is damaged")
  func damaged() {
    let bytes = envelope.encoded
    for length in bytes.indices {
      let code = code { try StateEnvelope(decoding: Array(bytes.prefix(length))) }
      #expect(code == .truncated, "\(length) bytes")
      for bit in 0..<8 {
        var turned = bytes
        turned[length] ^= 1 << UInt8(bit)
        #expect(throws: FileDamage.self, "byte \(length), bit \(bit)") {
          try StateEnvelope(decoding: turned)
        }
      }
    }
    #expect(throws: FileDamage.self) { try StateEnvelope(decoding: bytes + [0]) }
  }

  @Test(
    "another format is a wrong version; numbers out of range are damage",
    arguments: [
      ("LifecycleBus-state 2 anything\n", ListenerFileError.Code.wrongVersion),
      ("LifecycleBus-state 1 version=1 generation=1 length=-1 check=0\n", .wrongFormat),
      (
        "LifecycleBus-state 1 version=1 generation=99999999999999999999 length=0 check=0\n",
        .wrongFormat
      ),
    ])
  func numbers(text: String, expected: ListenerFileError.Code) {
    #expect(code { try StateEnvelope(decoding: Array(text.utf8)) } == expected)
  }
}
