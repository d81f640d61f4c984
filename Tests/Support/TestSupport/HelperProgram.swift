#if os(macOS) || os(Linux)
  import Foundation

  /// One of this package's programs, run as a child process to its end.
  package struct HelperProgram: Sendable {
    private let name: String

    /// How a run ended.
    package struct Outcome: Sendable {
      /// The lines that it printed, without the empty ones.
      package let lines: [String]
      /// The exit code; -1 after death by a signal.
      package let exitCode: Int32
    }

    /// - Parameter name: The name, as for `ChildProcess`.
    package init(_ name: String) { self.name = name }

    /// Runs the program to its end. Its temporary files go with this process.
    package func run(_ arguments: String...) async throws -> Outcome {
      let environment = ProcessInfo.processInfo.environment
        .merging(["TMPDIR": TestFiles.folder.path]) { $1 }
      let child = try ChildProcess(name, arguments, environment: environment)
      let end = try await child.wait().split(separator: " ")
      return Outcome(
        lines: child.output.all.filter { !$0.isEmpty },
        exitCode: end.first == "exited" ? end.last.flatMap { Int32($0) } ?? -1 : -1)
    }
  }
#endif
