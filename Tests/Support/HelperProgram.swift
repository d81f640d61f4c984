#if os(macOS) || os(Linux) || os(Windows)
  import Foundation

  /// One of this package's own programs, run as a child process: what cannot be seen from inside a
  /// test's process.
  package struct HelperProgram: Sendable {
    private let name: String

    /// How a run ended.
    package struct Outcome: Sendable {
      /// What it printed, line by line.
      package let lines: [String]
      package let exitCode: Int32
    }

    /// - Parameter name: The target's name. The test target depends on it, so that it is built.
    package init(_ name: String) { self.name = name }

    /// Runs the program to its end. It must print less than a pipe holds.
    package func run(_ arguments: String...) async throws -> Outcome {
      let output = Pipe()
      let process = Process()
      process.executableURL = Self.folder.appendingPathComponent(name)
      process.arguments = arguments
      process.standardOutput = output
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in continuation.resume() }
        do { try process.run() } catch {
          process.terminationHandler = nil
          continuation.resume(throwing: error)
        }
      }
      process.terminationHandler = nil
      let text = String(
        decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      return Outcome(
        lines: text.split(whereSeparator: \.isNewline).map(String.init),
        exitCode: process.terminationStatus)
    }

    /// Where the build puts programs: beside the test bundle on a Mac, beside the test program
    /// elsewhere.
    private static let folder: URL = {
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let product = bundle?.bundleURL ?? Bundle.main.executableURL
      return (product ?? URL(fileURLWithPath: CommandLine.arguments[0])).deletingLastPathComponent()
    }()
  }
#endif
