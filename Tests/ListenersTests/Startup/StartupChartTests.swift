import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import Listeners
@testable import ListenersTimeline

@Suite("A startup report's picture")
struct StartupChartTests {
  private struct Offline: Error {}

  static let sample = report(
    [
      ("migrate files", .critical, 0, 14, .succeeded),
      ("open database", .critical, 14, 61, .succeeded),
      ("fetch news", nil, 78, 340, .succeeded),
      ("fetch weather", nil, 78, 500, .timedOut(limit: .milliseconds(500))),
      ("warm cache", .deferred, 80, 33, .succeeded),
      ("show weather", .deferred, 578, 0, .skipped(dependency: "fetch weather")),
      ("count visits", nil, 79, 120, .failed(Offline())),
    ], launch: 75)

  private static func report(
    _ entries: [(String, StartupPhase?, Double, Double, StartupReport.Outcome)], launch: Double
  ) -> StartupReport {
    var report = StartupReport()
    let time = { (milliseconds: Double) in Duration.nanoseconds(Int64(milliseconds * 1e6)) }
    report.launchDuration = time(launch)
    report.entries = entries.map { name, phase, start, duration, outcome in
      .init(
        name: name, phase: phase ?? .deferred, isAsynchronous: phase == nil, start: time(start),
        duration: time(duration), outcome: outcome)
    }
    return report
  }

  @Test("bars are to one scale, and side by side where commands ran at the same time")
  func bars() throws {
    let picture = Self.sample.timeline()
    #expect(XMLParser(data: Data(picture.utf8)).parse())
    let bars = picture.split(separator: "\n").filter {
      $0.hasPrefix("<rect class=\"bar ") && $0.contains("<title>")
    }
    #expect(bars.count == 7)
    func number(_ key: String, _ name: String) throws -> Double {
      let bar = try #require(bars.first { $0.contains("<title>\(name):") })
      let value = try #require(bar.firstRange(of: " \(key)=\"")).upperBound
      return try #require(Double(bar[value...].prefix { $0 != "\"" }))
    }
    let scale = try number("width", "fetch news") / 340
    #expect(abs(try number("width", "open database") - 61 * scale) < 0.02)
    #expect(try number("x", "fetch news") == number("x", "fetch weather"))
    #expect(
      abs(try number("x", "fetch news") - number("x", "migrate files") - 78 * scale) < 0.02)
    #expect(picture.contains(">end of the launch event</text>"))
    #expect(picture.contains(">timed out after 500 ms</text>"))
  }

  @Test("an empty report is a picture too")
  func empty() {
    let picture = StartupReport().timeline()
    #expect(XMLParser(data: Data(picture.utf8)).parse())
    #expect(picture.contains("0 commands"))
  }

  @Test("no label touches another in a random report", arguments: 0..<200 as Range<UInt64>)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let lengths: [Double] = [0, 0.01, 5, 900, 4e6]
    let phases: [StartupPhase?] = [.critical, .deferred, nil]
    let length = lengths.randomElement(using: &generator) ?? 1
    let report = Self.report(
      (0..<Int.random(in: 1...15, using: &generator)).map { index in
        let outcomes: [StartupReport.Outcome] = [
          .succeeded, .failed(Offline()), .timedOut(limit: .seconds(90)),
          .skipped(dependency: "a"), .terminated,
        ]
        return (
          String(repeating: "name\(index) <&>\n", count: Int.random(in: 1...9, using: &generator)),
          phases.randomElement(using: &generator) ?? nil,
          Double.random(in: 0...length, using: &generator),
          Double.random(in: 0...length, using: &generator),
          outcomes.randomElement(using: &generator) ?? .succeeded
        )
      }, launch: Double.random(in: 0...length, using: &generator))
    let width = [360, 640, 960].randomElement(using: &generator) ?? 960
    let picture = report.timeline(TimelineOptions(title: "Launch", width: width))
    #expect(XMLParser(data: Data(picture.utf8)).parse(), "seed \(seed)")
    #expect(faults(in: picture, within: width) == [], "seed \(seed)")
  }
}
