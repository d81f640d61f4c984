import Foundation
import LifecycleBus

@testable import Listeners

/// The decoders of what a file, the environment or another process supplies, each as a function of
/// any bytes.
enum HostileInput: String, CaseIterable, Sendable {
  /// A state file as it is.
  case stateFile
  /// A state file with a checksum that fits, so that the bytes come past it.
  case sealedStateFile
  /// The payload of an intact session file.
  case session
  /// The record of the last run as it is.
  case runRecord
  /// The record of the last run, each line with a checksum that fits.
  case sealedRunRecord
  /// The JSON Lines of a recording.
  case recording
  /// The file of a flight recorder, as it is and with checksums that fit.
  case flightFile
  /// JSON Lines that are valid, with any times and names.
  case recordedTimes
  /// The variables of the environment, one after the other, with a zero byte between them.
  case environment
  /// The address of a service manager's socket, a zero byte, and a status.
  case notifyAddress
  /// Text from standard input, in pieces.
  case lines
  /// A file's name, a zero byte, and the name of a file beside it.
  case fileName

  /// Decodes the bytes. Returns what is wrong with the result, or `nil`; a trap is wrong too.
  func problem(with bytes: [UInt8]) -> String? {
    switch self {
    case .stateFile: Self.stateFile(bytes)
    case .sealedStateFile: Self.stateFile(Self.sealed(bytes))
    case .session: Self.session(bytes)
    case .runRecord: Self.runRecord(bytes)
    case .sealedRunRecord: Self.runRecord(Self.sealedLines(bytes))
    case .recording: Self.recording(bytes)
    case .flightFile: Self.flightFile(bytes)
    case .recordedTimes: Self.recordedTimes(bytes)
    case .environment: Self.environment(bytes)
    case .notifyAddress: Self.notifyAddress(bytes)
    case .lines: Self.lines(bytes)
    case .fileName: Self.fileName(bytes)
    }
  }

  // MARK: Parts of an input

  /// Up to so many parts between bytes of one value; the last one has what is left.
  static func parts(
    _ bytes: [UInt8], _ count: Int, separator: UInt8 = 0
  ) -> [[UInt8]] {
    var parts = bytes.split(
      separator: separator, maxSplits: count - 1, omittingEmptySubsequences: false
    ).map(Array.init)
    while parts.count < count { parts.append([]) }
    return parts
  }

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The same bytes with the checksum of a state file behind the first line.
  private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    let parts = parts(bytes, 2, separator: UInt8(ascii: "\n"))
    let line = Array(text(parts[0]).utf8)
    var checksum = CRC64()
    checksum.add(line)
    checksum.add(parts[1])
    return line + Array(" check=\(checksum.digits)\n".utf8) + parts[1]
  }

  /// Up to two lines, padded, each with the checksum of a run's record behind it.
  private static func sealedLines(_ bytes: [UInt8]) -> [UInt8] {
    parts(bytes, 2, separator: UInt8(ascii: "\n")).flatMap { part in
      let line = Array(text(part).prefix(400).trimmingCharacters(in: .whitespacesAndNewlines).utf8)
      var checksum = CRC64()
      checksum.add(line)
      let sealed = line + Array(" check=\(checksum.digits)".utf8)
      let padding = max(0, RunRecordFormat.lines.length - sealed.count)
      return sealed + Array(repeating: UInt8(ascii: " "), count: padding)
    }
  }
}
