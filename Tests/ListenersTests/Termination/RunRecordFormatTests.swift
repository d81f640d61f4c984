import Foundation
import LifecycleBus
import Testing

@testable import Listeners

@Suite("The format of a run's record")
struct RunRecordFormatTests {
  private let record: RunRecord

  init() {
    var record = RunRecord(
      environment: RunEnvironment(
        boot: .identifier("a-b"), appVersion: "2.1 (417)", systemVersion: "os = 100% \u{e9}\n",
        now: { Date(timeIntervalSince1970: 1_795_255_200.123456) }))
    record.state = .active
    record.wasInForeground = true
    self.record = record
  }

  private func line(_ record: RunRecord, _ sequence: UInt64) -> [UInt8] {
    RunRecordFormat.line(
      record, fixedFields: RunRecordFormat.fixedFields(of: record), sequence: sequence)
  }

  private func newest(_ bytes: [UInt8]) throws -> RunRecord? {
    try RunRecordFormat.newest(bytes)?.record
  }

  @Test("a record is read back as written, in either line, and the newer one counts")
  func roundTrip() throws {
    var later = record
    later.state = .background
    later.hasExited = true
    let lines = line(record, 7) + line(later, 8)
    #expect(try newest(lines) == later)
    #expect(try newest(line(later, 8) + line(record, 7)) == later)
    #expect(try newest(line(record, 1) + RunRecordFormat.lines.blank) == record)
    #expect(try newest(line(record, 1)) == record)
    #expect(lines.count == 2 * RunRecordFormat.lines.length)
    #expect(String(bytes: lines, encoding: .utf8)?.split(separator: "\n").count == 2)
  }

  @Test(
    "every optional field may be missing, and every state is read back",
    arguments: [AppLifecycleState.notRunning, .inactive, .active, .background, .terminated])
  func optionalFields(state: AppLifecycleState) throws {
    for boot in [nil, .time(-5), .identifier("")] as [BootIdentity?] {
      var record = RunRecord(
        environment: RunEnvironment(
          boot: boot, appVersion: nil, systemVersion: "", isDebugged: true))
      record.state = state
      #expect(try newest(line(record, 1)) == record)
    }
  }

  @Test("what would end a field is percent-encoded, and a long text ends with a whole character")
  func escaping() {
    func escaped(_ text: String, _ room: Int = .max) -> String {
      String(decoding: CheckedLine.escaped(text, upTo: room), as: UTF8.self)
    }
    #expect(escaped("azAZ09.-@[`{/:_\u{e9}") == "azAZ09.-@[`{/:_\u{e9}")
    #expect(escaped("5 % \n\0") == "5%20%25%20%0a%00")
    #expect(
      ["a b", "a b", "ab\u{e9}", "ab\u{e9}", ""].enumerated().map { escaped($1, $0 + 1) }
        == ["a", "a", "ab", "ab\u{e9}", ""])
  }

  @Test("the longest texts fit in a line")
  func longest() throws {
    let long = String(repeating: "\u{1F600}", count: 1_000)
    let record = RunRecord(
      environment: RunEnvironment(
        boot: .identifier(long), appVersion: long, systemVersion: long))
    let line = line(record, .max - 1)
    #expect(line.count == RunRecordFormat.lines.length)
    #expect(try newest(line) == record)
  }

  @Test("a write that stopped after any byte leaves a whole record")
  func halfWritten() throws {
    var later = record
    later.state = .background
    for start in [line(record, 7) + line(record, 6), line(record, 7) + RunRecordFormat.lines.blank]
    {
      let written = line(later, 8)
      for count in 0...written.count {
        var bytes = start
        bytes.replaceSubrange(
          RunRecordFormat.lines.length..<(RunRecordFormat.lines.length + count),
          with: written.prefix(count))
        let found = try newest(bytes)
        #expect(found == record || found == later, "\(count) bytes")
      }
    }
  }

  @Test("a record with one bit flipped or a line cut short is damaged, not another one")
  func damaged() {
    let line = line(record, 7)
    let end = (line.lastIndex { $0 != 32 && $0 != 10 } ?? 0) + 1
    for index in 0..<end {
      for bit in 0..<8 {
        var bytes = line
        bytes[index] ^= 1 << UInt8(bit)
        let found = try? newest(bytes)
        #expect(found == nil, "byte \(index), bit \(bit)")
      }
      if index > 0 {
        #expect(throws: FileDamage.self) { try newest(Array(line.prefix(index))) }
      }
    }
  }
}
