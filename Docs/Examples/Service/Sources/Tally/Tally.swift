/// What the service is for: the sum of the numbers that it was sent.
@MainActor
package final class Tally {
  /// The part that outlives the process.
  package struct Sums: Codable, Sendable {
    package var sum = 0
    package var count = 0

    package init() {}
  }

  package var sums: Sums
  /// The greatest number that is accepted.
  package var limit = 1_000
  /// How many requests to add a number have begun and have no answer yet.
  private(set) var waiting = 0

  package init(_ sums: Sums = Sums()) { self.sums = sums }

  /// Adds the number that a request reads, and returns the new sum; `nil` for no number.
  func add(_ read: () async throws -> String) async throws -> Int? {
    waiting += 1
    defer {
      waiting -= 1
    }

    guard let number = Int(try await read()), (0...limit).contains(number) else { return nil }
    sums.sum += number
    sums.count += 1
    return sums.sum
  }
}
