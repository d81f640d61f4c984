import Foundation
import LifecycleBus

@testable import Listeners

extension HostileInput {
  static func stateFile(_ bytes: [UInt8]) -> String? {
    let envelope: StateEnvelope
    do {
      envelope = try StateEnvelope(decoding: bytes)
    } catch {
      return error.sentence.isEmpty ? "an error without a sentence" : nil
    }
    if (try? StateEnvelope(decoding: envelope.encoded)) != envelope {
      return "another state after a second reading"
    }
    return envelope.payload.count > bytes.count ? "more bytes than there were" : nil
  }

  static func session(_ bytes: [UInt8]) -> String? {
    guard
      let contents = try? JSONDecoder().decode(SessionStore.Contents.self, from: Data(bytes)),
      let entry = contents.session
    else { return nil }
    let now = Date(timeIntervalSince1970: 1_795_255_200)
    let (span, lastActivity) = entry.span(at: now)
    if span.inForeground < .zero || span.interruptions < 0 || lastActivity > .zero {
      return "a session that cannot be: \(span), \(lastActivity)"
    }
    var rules = SessionRules(timeout: .seconds(30), maximumLength: .seconds(3_600))
    rules.restore(span, lastActivity: lastActivity)
    var changes = rules.didBecomeActive(at: .seconds(1))
    changes += rules.timePassed(.seconds(10_000))
    changes += rules.willTerminate(at: .seconds(10_001))
    _ = try? JSONEncoder().encode(contents)
    return changes.isEmpty ? "a session that never ends" : nil
  }

  static func runRecord(_ bytes: [UInt8]) -> String? {
    let newest: RunRecordFormat.Newest?
    do {
      newest = try RunRecordFormat.newest(bytes)
    } catch {
      return error.sentence.isEmpty ? "an error without a sentence" : nil
    }
    guard let newest else { return nil }
    var now = RunRecord(
      environment: RunEnvironment(
        boot: newest.record.boot == nil ? .time(1_795_255_200) : .time(0), appVersion: "2",
        systemVersion: newest.record.systemVersion, isDebugged: false,
        now: { Date(timeIntervalSince1970: 1_795_255_200) }))
    let runs = [newest.record.appVersion, nil].map { version in
      now.appVersion = version
      return PreviousRun(record: newest.record, now: now)
    }
    let worst = PreviousRun(ended: runs, living: [newest.record])
    if worst.description.isEmpty { return "a run without a description" }
    // The next run continues in the other line, whatever number the last one had.
    let next = RunRecordFormat.line(
      now, fixedFields: RunRecordFormat.fixedFields(of: now), sequence: newest.sequence &+ 1)
    return next.count == RunRecordFormat.lines.length ? nil : "a line of \(next.count) bytes"
  }

  static func fileName(_ bytes: [UInt8]) -> String? {
    let parts = parts(bytes, 2).map(text)
    let name = String(parts[0].prefix(255))
    let longer = FileName.appending(".set-aside-wrong-checksum-1", to: name)
    if longer.utf8.count > FileName.maximumLength, name.utf8.count <= FileName.maximumLength {
      return "a name of \(longer.utf8.count) bytes"
    }
    if FileName.isTemporary(name, for: name) { return "a file that counts as its own leftover" }
    let temporary = FileName.temporary(for: name)
    if FileName.isTemporary(parts[1], for: name), parts[1].utf8.count != temporary.utf8.count {
      return "a leftover of another length"
    }
    return FileName.isTemporary(temporary, for: name)
      ? nil : "a temporary name that is not known again"
  }
}
