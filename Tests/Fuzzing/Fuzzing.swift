import Foundation

@testable import Listeners

// The fuzzer's entry: the decoder that FUZZ_DECODER names gets each input. What a decoder finds
// wrong is a trap, so that the fuzzer keeps the input.

private let decode: @Sendable ([UInt8]) -> String? = {
  let name = ProcessInfo.processInfo.environment["FUZZ_DECODER"] ?? ""
  if let decoder = HostileInput(rawValue: name) {
    return { decoder.problem(with: $0) ?? plantedTrap($0, in: decoder) }
  }
  if let decoder = JournalInput(rawValue: name) { return decoder.problem }
  fatalError("FUZZ_DECODER is \"\(name)\", which is no decoder.")
}()

/// For the check that the fuzzer finds traps: one that only a file with fields in their order and
/// a checksum that fits leads to.
private func plantedTrap(_ bytes: [UInt8], in decoder: HostileInput) -> String? {
  #if PLANTED_TRAP
    guard decoder == .sealedRunRecord, let line = bytes.split(separator: 10).first else {
      return nil
    }
    let text = HostileInput.text(Array(line))
    return text.contains("exited=1") && text.contains("boot-time=9") ? "a planted trap" : nil
  #else
    return nil
  #endif
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func decodeOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // The fuzzer's bytes are valid during this call, and copied.
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let problem = decode(bytes) { fatalError(problem) }
  return 0
}
