package import Hummingbird

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
