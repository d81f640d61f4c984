/// The checksum that finds damaged files: CRC-64/XZ, polynomial 0x42F0E1EBA9EA3693 reflected.
///
/// It finds every change of up to 64 bits in a row, and overlooks any other one in 2⁶⁴. It is
/// no protection against a deliberate change of the file.
struct CRC64 {
  private var register = UInt64.max

  var value: UInt64 { ~register }

  /// The value as 16 hexadecimal digits.
  var digits: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  mutating func add(_ bytes: [UInt8]) {
    // Read once: a static value asks at each access whether it has been made.
    let table = Self.table
    for byte in bytes {
      register = table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ (register >> 8)
    }
  }

  private static let table: [UInt64] = (0..<256).map { index in
    (0..<8).reduce(UInt64(index)) { value, _ in
      value & 1 == 1 ? (value >> 1) ^ 0xC96C_5795_D787_0F42 : value >> 1
    }
  }
}
