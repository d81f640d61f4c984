#if os(Linux)
  import Dispatch
  import Foundation

  /// A command with its arguments.
  struct Command {
    struct Outcome {
      let output: String
      let code: Int32
      let hasTimedOut: Bool
    }

    private let words: [String]

    init(_ words: String...) { self.words = words }
    init(_ words: [String]) { self.words = words }

    /// Returns the output, also that on standard error, and the exit code.
    ///
    /// On Linux, Foundation waits until each child that the command left behind has ended too. So
    /// `end` has to end the command and all of its children; it is called when the time is over.
    func run(
      in folder: URL, limit seconds: Int = 60, end: @escaping @Sendable () -> Void = {}
    ) throws -> Outcome {
      // A file, because a pipe would have to be read meanwhile.
      let log = folder.appending(path: ".build-faults-output")
      try Data().write(to: log)
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = words
      process.currentDirectoryURL = folder
      process.standardInput = FileHandle.nullDevice
      let handle = try FileHandle(forWritingTo: log)
      defer { try? handle.close() }
      process.standardOutput = handle
      process.standardError = handle
      let timeOver = DispatchWorkItem { end() }
      let start = ContinuousClock.now
      try process.run()
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: timeOver)
      process.waitUntilExit()
      timeOver.cancel()
      let isOver = ContinuousClock.now - start >= .seconds(seconds)
      // What the tests print need not be valid text, with a fault in the code.
      // swift-format-ignore
      let output = String(decoding: try Data(contentsOf: log), as: UTF8.self)
      try? FileManager.default.removeItem(at: log)
      return Outcome(output: output, code: process.terminationStatus, hasTimedOut: isOver)
    }
  }
#endif
