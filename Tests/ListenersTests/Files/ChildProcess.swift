#if os(macOS) || os(Linux) || os(Windows)
  import Foundation

  /// The package's `FilesChild` program as a child process. Blocks its caller, so it is used on
  /// threads of its own.
  final class ChildProcess: @unchecked Sendable {
    // Proof for @unchecked: each test hands a child to one thread, and leaves it there.
    private let process = Process()
    private let output = Pipe()
    private var unread = Data()

    init(_ arguments: [String], environment: [String: String]? = nil) throws {
      process.executableURL = Self.folder.appending(path: "FilesChild")
      process.arguments = arguments
      process.standardInput = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      process.environment = (environment ?? ProcessInfo.processInfo.environment)
        .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
      try process.run()
    }

    /// The next line that it prints; `nil` when there is none before it ends.
    func nextLine() -> String? {
      while true {
        if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
          defer { unread = Data(unread[(end + 1)...]) }
          return String(bytes: unread[..<end], encoding: .utf8)
        }
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { return nil }
        unread += more
      }
    }

    /// Everything that it prints from here to its end.
    func remainingLines() -> [String] {
      var lines: [String] = []
      while let line = nextLine() { lines.append(line) }
      return lines
    }

    /// SIGKILL: the child learns nothing of it.
    func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

    /// Waits for its end, and returns the signal that ended it, or 0.
    @discardableResult
    func wait() -> Int32 {
      process.waitUntilExit()
      return process.terminationReason == .uncaughtSignal ? process.terminationStatus : 0
    }

    /// Runs blocking work on a thread of its own.
    static func onThread<Value: Sendable>(
      _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
      }
    }

    /// Where the build puts programs: beside the test bundle on a Mac, beside the test program
    /// elsewhere.
    private static let folder: URL = {
      #if canImport(Darwin)
        let product = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      #else
        let product = Bundle.main.executableURL
      #endif
      return (product ?? URL(fileURLWithPath: CommandLine.arguments[0])).deletingLastPathComponent()
    }()
  }
#endif
