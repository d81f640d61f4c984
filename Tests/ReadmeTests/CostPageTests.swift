import Foundation
import Testing

/// The page Cost has the counts and sizes that CI holds, and ranges that contain the recorded run.
@Suite("The page Cost")
struct CostPageTests {
  static let rows = rows(of: ArticlePageTests.pages.first { $0.name == "Cost" }?.text ?? "")

  /// The cells of each row of a table, by the first one.
  private static func rows(of page: String) -> [String: [String]] {
    var rows: [String: [String]] = [:]
    for line in page.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .dropFirst().dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
      if let first = cells.first { rows[first] = Array(cells.dropFirst()) }
    }
    return rows
  }

  /// The lines of a file as words, by the first one.
  private static func table(_ path: String) throws -> [String: [String]] {
    let text = try String(contentsOf: CompiledSamples.root.appending(path: path), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ").map(String.init) }
    return Dictionary(lines.map { ($0[0], Array($0.dropFirst())) }) { first, _ in first }
  }

  private static func numbers(in cell: String) -> [Double] {
    cell.replacing(",", with: "").matches(of: /\d+(\.\d+)?/).compactMap { Double($0.0) }
  }

  private static func count(_ name: String) throws -> Double {
    let counts = try table("Tests/Benchmarks/counts.txt")
    return try #require(counts[name]?.first.flatMap { Double($0) })
  }

  @Test(
    "each count is the one that CI holds",
    arguments: [
      "what a mediator with one listener adds to it": "post_above_bare",
      "each further listener": "listener_dense",
      "each listener while a probe is set": "listener_probed",
      "another mediator with one listener on the same center": "second_mediator",
      "an attach and a detach": "attach_and_detach",
      "a mediator with 8 listeners, made and released": "mediator_with_8",
      "an event that changes the state, through the default mediator to 8 listeners, "
        + "without the kernel's part": "default_mediator",
      "a request to 64 listeners that answer it": "request_to_64",
    ])
  func counts(row: String, name: String) throws {
    // A row of the table in time may have the same name; it comes later and has a ratio.
    let page = try #require(ArticlePageTests.pages.first { $0.name == "Cost" }).text
    let section = try #require(page.components(separatedBy: "\n### Compared").first)
    let cell = try #require(Self.rows(of: section)[row]?.first)
    #expect(try Self.numbers(in: cell) == [Self.count(name)])
  }

  @Test("the memory of a listener is the one that CI holds")
  func memory() throws {
    let page = try #require(ArticlePageTests.pages.first { $0.name == "Cost" }).text
    let bytes = try Int(Self.count("bytes_of_a_listener"))
    #expect(page.contains("An attached object takes \(bytes) bytes besides its own."))
  }

  @Test("the rows of the mediator are computed from the counts")
  func computed() throws {
    let bareCell = try #require(Self.rows["a bare post"]?.first)
    let bare = try #require(Self.numbers(in: bareCell).first)
    for (row, each) in [
      ("**the mediator**", "listener_dense"), ("the mediator with a probe", "listener_probed"),
    ] {
      let cells = try #require(Self.rows[row]).compactMap { Double($0) }
      #expect(cells.count == 3)
      for (cell, listeners) in zip(cells, [1.0, 64, 1000]) {
        let thousands =
          try (bare + Self.count("post_above_bare") + (listeners - 1) * Self.count(each)) / 1000
        // The table has two digits.
        #expect(abs(cell - thousands) <= max(0.5, cell / 100), "\(row), \(listeners): \(thousands)")
      }
    }
  }

  @Test(
    "the size of a program on the page is the one that CI holds",
    arguments: [
      "`LifecycleBus`": "LifecycleBus", "`LifecycleBusSignals` too": "LifecycleBusSignals",
      "`Listeners`": "Listeners",
    ])
  func sizes(row: String, program: String) throws {
    let ceilings = try Self.table("Tests/Products/ceilings.txt")
    let ceiling = try #require(ceilings[program]?.first.flatMap { Double($0) })
    let cell = try #require(Self.rows[row]?.last)
    #expect(Self.numbers(in: cell) == [ceiling])
  }

  struct Run: Decodable {
    struct Results: Decodable {
      struct Ratio: Decodable {
        let name: String
        let value: Double
      }
      struct Time: Decodable {
        let name: String
        let microseconds: Double
      }
      let ratios: [Ratio]
      let times: [Time]
    }
    let results: Results
  }

  @Test(
    "each range contains the recorded run, rounded to as many digits",
    arguments: [
      "one_listener_vs_bare_post": "a post through the mediator to one listener / a bare post",
      "fanout_64_vs_plain_loop": "64 listeners / a block and a hand-written `for` loop",
      "fanout_1024_vs_plain_loop": "1,024 listeners / the loop",
      "sparse_1024_vs_plain_loop": "1,024 listeners, one in a hundred interested / the loop",
      "fanout_1024_vs_block_observers": "1,024 listeners / 1,024 blocks with `assumeIsolated`",
      "second_mediator_vs_bare_post": "another mediator with one listener / a bare post",
      "probe_vs_plain_8": "a post to 8 listeners with a probe / a loop over 8",
      "default_mediator_vs_bare_post_8":
        "`makeDefaultMediator()` with 8 listeners, an event that changes the state / a bare post",
      "request_64_adopters_vs_loop": "a request to 64 listeners / a loop with a cast",
      "construction_8_vs_observers":
        "a mediator with 8 listeners, made and released / its 14 observers alone",
      "attach_detach_vs_foundation":
        "an attach and a detach / `addObserver` and `removeObserver`",
      "attach_detach_100000_vs_10": "the same beside 100,000 others / beside 10",
      "mediators_1000_vs_10":
        "each of 1,000 mediators on one center, made and released / each of 10",
      "default_mediator_made": "`makeDefaultMediator()`, with its record",
      "default_mediator_first": "the same, the first time in a process",
    ])
  func recorded(name: String, row: String) throws {
    let file = CompiledSamples.root.appending(path: "Tests/Benchmarks/figures/relay.json")
    let run = try JSONDecoder().decode(Run.self, from: Data(contentsOf: file)).results
    let ratio = run.ratios.first { $0.name == name }?.value
    let milliseconds = run.times.first { $0.name == name }.map { $0.microseconds / 1000 }
    let value = try #require(ratio ?? milliseconds)
    let cell = try #require(Self.rows[row]?.first)
    let range = Self.numbers(in: cell)
    let digits = cell.firstMatch(of: /\.(\d+)/).map { $0.1.count } ?? 0
    let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
    let rounded = (value * unit).rounded() / unit
    let lowest = try #require(range.first)
    let highest = try #require(range.last)
    #expect(lowest <= rounded && rounded <= highest, "\(name): \(value), \(cell)")
  }
}
