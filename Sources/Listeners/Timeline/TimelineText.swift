/// Text in a picture: its estimated width, and how XML writes it.
enum TimelineText {
  /// The size of all text but titles: 11 pixels on a phone, at the least width.
  static let size = 12.0

  /// The width of text in a sans-serif face, estimated on the wide side.
  static func width(_ text: String, size: Double = size, isBold: Bool = false) -> Double {
    let em = text.reduce(0) { $0 + (isWide($1) ? 1.0 : narrow.contains($1) ? 0.37 : 0.62) }
    return size * em * (isBold ? 1.14 : 1)
  }

  static func font(_ names: String) -> (size: Double, isBold: Bool) {
    let names = names.split(separator: " ")
    return (
      names.contains("title") ? 17 : names.contains("head") ? 13 : size,
      ["title", "head", "badge", "late"].contains { names.contains($0) }
    )
  }

  /// Text that fits, shortened in the middle if it must be.
  static func fit(
    _ text: String, size: Double = size, within width: Double, isBold: Bool = false
  ) -> String {
    // What is far too long is not measured letter by letter.
    let limit = max(Int(width / size * 4), 8)
    let text = text.count > limit * 2 ? "\(text.prefix(limit))\(text.suffix(limit))" : text
    guard Self.width(text, size: size, isBold: isBold) > width else { return text }
    for kept in stride(from: text.count - 1, to: 2, by: -1) {
      let shortened = "\(text.prefix((kept + 1) / 2))…\(text.suffix(kept / 2))"
      if Self.width(shortened, size: size, isBold: isBold) <= width { return shortened }
    }
    return "…"
  }

  /// Text for XML. Characters that XML cannot carry become U+FFFD.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n", "\r": escaped += " "
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func isWide(_ character: Character) -> Bool {
    if "MWmw…".contains(character) { return true }
    // From Hangul on: scripts and pictures that fill a square, except punctuation.
    return character.unicodeScalars.contains {
      $0.value >= 0x1100 && !(0x2000...0x206F).contains($0.value)
    }
  }

  private static let narrow = "ijlI.,:;|!'()[] "
}
