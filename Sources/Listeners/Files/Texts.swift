import Foundation

/// A JSON object that contains only texts.
final class Texts {
  static let limit = 65_536
  private let texts: [String: String]

  init?(_ data: Data) {
    guard let texts = try? JSONDecoder().decode([String: String].self, from: data) else {
      return nil
    }
    self.texts = texts
  }

  subscript(name: String) -> String? { texts[name] }

  func has(_ name: String) -> Bool { texts[name] != nil }

  func number(_ name: String) -> Double? {
    guard let number = texts[name].flatMap({ Double($0) }), number.isFinite else { return nil }
    return number
  }
}
