import Foundation

/// A fault that is planted on purpose: lines of a source as they are and as they become, and the
/// tests that should see it.
struct PlantedFault: Sendable {
  var name = ""
  var file = ""
  /// A filter for `swift test`; after `apple: `, for the tests in `Tests/ApplePlatforms`.
  var tests = ""
  /// Whether it does not count for its folder's share: flaws that are found are not spread by lines.
  var isMore = false
  /// Why no test can see the fault, if that is so.
  var reasonToSurvive: String?
  var before: [String] = []
  var after: [String] = []

  private static let apple = "apple: "
  var isForApple: Bool { tests.hasPrefix(Self.apple) }
  var filter: String { isForApple ? String(tests.dropFirst(Self.apple.count)) : tests }

  /// `LifecycleBus/Bus` for `Sources/LifecycleBus/Bus/PostInbox.swift`, and `Listeners` for a file
  /// directly in it.
  var folder: String { Self.folder(of: file) }

  static func folder(of file: String) -> String {
    file.split(separator: "/").dropLast().dropFirst().prefix(2).joined(separator: "/")
  }

  /// The source with the fault in it.
  func planted(in source: String) throws(PlantedFaultError) -> String {
    var lines = source.components(separatedBy: "\n")
    let places =
      before.isEmpty ? [] : lines.indices.filter { lines[$0...].starts(with: before) }
    guard let place = places.first, places.count == 1 else {
      throw PlantedFaultError("\(name): its lines occur \(places.count) times in \(file), not once")
    }
    lines.replaceSubrange(place..<(place + before.count), with: after)
    return lines.joined(separator: "\n")
  }
}

/// A fault that cannot be planted or tested, in a sentence.
struct PlantedFaultError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
