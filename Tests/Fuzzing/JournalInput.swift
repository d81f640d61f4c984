import Foundation

/// The decoders of the journal, whose sources the fuzzer compiles in.
enum JournalInput: String {
  /// A journal's file, with any bytes in it.
  case journalFile
  /// The arguments of the command line, a zero byte between them.
  case arguments

  func problem(with bytes: [UInt8]) -> String? {
    switch self {
    case .journalFile: Self.journalFile(bytes)
    case .arguments: Self.arguments(bytes)
    }
  }

  /// In memory where the system has files there.
  private static let path =
    FileManager.default.fileExists(atPath: "/dev/shm")
    ? "/dev/shm/fuzzed-journal-\(getpid())"
    : FileManager.default.temporaryDirectory.appending(path: "fuzzed-journal-\(getpid())").path

  private static func journalFile(_ bytes: [UInt8]) -> String? {
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
      return "no file"
    }
    defer { unlink(path) }
    var expected = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    if expected.last == [] { expected.removeLast() }
    expected = expected.map { $0.last == 13 ? $0.dropLast() : $0 } + [Array("more".utf8)]
    do {
      let file = try JournalFile(path: path)
      try file.read()
      try file.append(Array("more".utf8))
      if file.count != expected.count { return "\(file.count) lines" }
      return try file.lines() == expected ? nil : "other lines than there were"
    } catch {
      return "\(error)"
    }
  }

  private static func arguments(_ bytes: [UInt8]) -> String? {
    let arguments = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    do {
      return try Options(arguments).path.isEmpty && !arguments.contains("") ? "no path" : nil
    } catch {
      return error.message.isEmpty ? "a mistake without a message" : nil
    }
  }
}
