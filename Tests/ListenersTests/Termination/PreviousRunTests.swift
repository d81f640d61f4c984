import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

/// The facts of a made-up process.
func run(
  _ number: Int32 = 1, boot: String? = "boot", version: String? = "1", isDebugged: Bool = false
) -> RunEnvironment {
  var run = RunEnvironment()
  run.process = "\(number) start"
  (run.boot, run.appVersion, run.isDebugged) = (boot, version, isDebugged)
  run.now = { Date(timeIntervalSinceReferenceDate: 1_000.25) }
  return run
}

@Suite("How the last run ended")
struct PreviousRunTests {
  typealias Case = (
    title: String, isExpected: PreviousRun.Ending, run: RunEnvironment,
    change: @Sendable (inout RunRecord) -> Void
  )

  private static func shown(_ record: inout RunRecord) {
    (record.progress.hasLaunched, record.progress.isInFront) = (true, true)
  }

  nonisolated static let table: [Case] = [
    ("in order", .clean, run(), { $0.hasEnded = true }),
    ("in front", .crashedOrKilled, run(), shown),
    (
      "in the background, also if it was launched for a push and never shown", .inBackground,
      run(), { $0.progress.hasLaunched = true }
    ),
    ("the launch did not return", .crashedOrKilled, run(), { _ in }),
    (
      "in a listener, in the background", .crashedOrKilled, run(),
      {
        $0.progress.hasLaunched = true
        $0.call = .init(listener: "Upload", event: .didEnterBackground, date: $0.progress.date)
      }
    ),
    ("the machine was booted since", .fromOutside, run(boot: "earlier"), shown),
    ("an update of the app", .fromOutside, run(version: "0"), shown),
    ("a debugger", .fromOutside, run(isDebugged: true), shown),
    ("in order, then a boot", .clean, run(boot: "earlier"), { $0.hasEnded = true }),
    ("it has started itself anew by exec", .clean, run(2), shown),
  ]

  @Test("the rules", arguments: table.indices)
  func rules(index: Int) {
    let row = Self.table[index]
    var last = RunRecord(row.run)
    row.change(&last)
    let found = PreviousRun(record: last, before: RunRecord(run(2)))
    #expect(found.ending == row.isExpected, "\(row.title)")
    #expect(found.record == last)
  }

  @Test("without a record it is the first run")
  func first() {
    #expect(PreviousRun(record: nil, before: RunRecord(run())).ending == .firstLaunch)
  }

  @Test("the sentence names the listener, claims no crash, and is one")
  func sentences() {
    var record = RunRecord(run())
    func sentence() -> String { "\(PreviousRun(ending: .crashedOrKilled, record: record))" }
    let begin = "The last run crashed, or was ended by a signal that it does not handle, "
    #expect(sentence() == begin + "during its launch.")
    record.progress.hasLaunched = true
    #expect(sentence() == begin + "in the foreground.")
    record.call = .init(listener: "Cache", event: .didBecomeActive, date: record.progress.date)
    #expect(sentence() == begin + "while Cache was being called for didBecomeActive.")
  }
}

@Suite("The file of a record")
struct RunFormatTests {
  private var record: RunRecord {
    var record = RunRecord(run(version: "1 \"\\\n😀"))
    for event in AppLifecycleEvent.allCases + AppLifecycleEvent.allCases {
      record.note(event, at: record.progress.date + 0.001)
    }
    return record
  }

  private func file(_ first: [UInt8], _ record: RunRecord) -> Data {
    Data(first + RunFormat.line(record.progress) + RunFormat.line(record.facts))
  }

  @Test("it is read as it was written, and what a longer line has left is ignored")
  func roundTrip() throws {
    let (record, date) = (record, record.progress.date)
    #expect(record.progress.events.count == 16)
    for (first, call) in [
      (RunFormat.idle, nil),
      (
        RunFormat.line(.init(listener: "a\"\\\u{1}é😀", event: .systemDidWake, date: date)),
        PreviousRun.Call(listener: "a___é😀", event: .systemDidWake, date: date)
      ),
    ] as [([UInt8], PreviousRun.Call?)] {
      #expect(first.count == RunFormat.callLength)
      var expected = record
      expected.call = call
      let data = file(first, record)
      #expect(RunFormat.record(data) == expected)
      #expect(RunFormat.record(data + Data("rest of a longer line\n".utf8)) == expected)
    }
    #expect(RunFormat.record(file(RunFormat.ended, record))?.hasEnded == true)
  }

  @Test("the longest call fits in its line, and a record in a few kilobytes")
  func sizes() throws {
    let name = String(repeating: "é", count: 1_000).bounded(to: 100)
    #expect(name.utf8.count == 100 && "😀😀".bounded(to: 6) == "😀")
    var longest = RunRecord.Progress(date: Date(timeIntervalSinceReferenceDate: -1.0 / 3))
    let event = AppLifecycleEvent.allCases.max { $0.rawValue.count < $1.rawValue.count }
    longest.events = Array(repeating: try #require(event), count: 16)
    #expect(RunFormat.line(longest).count == RunFormat.progressLength)
    for event in AppLifecycleEvent.allCases {
      let date = Date(timeIntervalSinceReferenceDate: -123_456_789.123_456_78)
      let line = RunFormat.line(.init(listener: name, event: event, date: date))
      let read = RunFormat.record(file(line, record))
      #expect(read?.call?.listener == name && read?.call?.event == event)
    }
    #expect(file(RunFormat.idle, record).count < 4_096)
  }

  @Test("no other bytes trap, and a cut or changed record is none or reads")
  func hostile() throws {
    let whole = file(RunFormat.idle, record)
    for count in 0..<whole.count - 1 { #expect(RunFormat.record(whole.prefix(count)) == nil) }
    var generator = SeededGenerator(seed: .random(in: 0 ... .max))
    for _ in 0..<2_000 {
      var changed = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        changed[Int.random(in: 0..<whole.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      if let read = RunFormat.record(changed) {
        _ = "\(PreviousRun(record: read, before: RunRecord(run())))"
      }
    }
  }
}
