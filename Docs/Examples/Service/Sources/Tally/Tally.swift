import Foundation
package import Hummingbird

/// What the service keeps: the sum of the numbers that it was sent.
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
  package private(set) var waiting = 0

  package init(_ sums: Sums = Sums()) { self.sums = sums }

  /// Adds the number that a request reads, and answers with the new sum; `nil` for no number.
  func add(_ read: () async throws -> String) async throws -> Int? {
    waiting += 1
    defer { waiting -= 1 }
    guard let number = Int(try await read()), (0...limit).contains(number) else { return nil }
    sums.sum += number
    sums.count += 1
    return sums.sum
  }
}

extension Router {
  /// Adds what the service answers: `GET /` the sum, `POST /add` the sum after a number was added,
  /// `GET /waiting` how many numbers are on their way.
  package func add(_ tally: Tally) {
    get("/") { _, _ in "\(await tally.sums.sum)\n" }
    get("waiting") { _, _ in "\(await tally.waiting)\n" }
    post("add") { request, _ -> String in
      let sum = try await tally.add {
        let body = try await request.body.collect(upTo: 64)
        return String(buffer: body)
      }
      guard let sum else { throw HTTPError(.badRequest, message: "Send a number.\n") }
      return "\(sum)\n"
    }
  }
}
