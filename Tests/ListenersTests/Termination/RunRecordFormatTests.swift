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
    #expect(try newest(line(record, 1) + RunRecordFormat.emptyLine) == record)
    #expect(try newest(line(record, 1)) == record)
    #expect(lines.count == RunRecordFormat.fileLength)
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

  @Test("ASCII letters, digits, points and dashes stay as they are")
  func escaping() {
    #expect(RunRecordFormat.escaped("azAZ09.-") == "azAZ09.-")
    #expect(RunRecordFormat.escaped("@[`{ /:_\u{e9}\0") == "%40%5b%60%7b%20%2f%3a%5f%c3%a9%00")
  }

  @Test("the longest texts fit in a line")
  func longest() throws {
    let long = String(repeating: "\u{1F600}", count: 1_000)
    let record = RunRecord(
      environment: RunEnvironment(
        boot: .identifier(long), appVersion: long, systemVersion: long))
    let line = line(record, .max - 1)
    #expect(line.count == RunRecordFormat.lineLength)
    #expect(try newest(line) == record)
  }

  @Test("a write that stopped after any byte leaves a whole record")
  func halfWritten() throws {
    var later = record
    later.state = .background
    for start in [line(record, 7) + line(record, 6), line(record, 7) + RunRecordFormat.emptyLine] {
      let written = line(later, 8)
      for count in 0...written.count {
        var bytes = start
        bytes.replaceSubrange(
          RunRecordFormat.lineLength..<(RunRecordFormat.lineLength + count),
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

  @Test("random bytes never trap and are no record")
  func random() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let count = Int.random(in: 1...5_000, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let found = try? newest(bytes)
      #expect(found == nil)
    }
  }
}
