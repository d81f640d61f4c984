#if os(Linux)
  import Foundation
  import TestSupport

  /// A folder with two named pipes, for a probe that other programs start: what it traces, and what
  /// it is told.
  final class NamedPipes: Sendable {
    let folder: URL
    let trace: LineReader
    private let traceEnd: Int32
    private let commands: Int32

    init() throws {
      folder = TestFiles.folder.appending(path: "world-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let paths = ["trace", "commands"].map { [folder] in folder.appending(path: $0).path }
      for path in paths where mkfifo(path, 0o600) != 0 {
        throw MissingLine(description: "no named pipe: \(errno)")
      }
      // Opened for both ways at first, because opening one way waits for the other.
      let trace = open(paths[0], O_RDWR | O_CLOEXEC)
      traceEnd = open(paths[0], O_WRONLY | O_CLOEXEC)
      self.trace = LineReader(open(paths[0], O_RDONLY | O_CLOEXEC))
      close(trace)
      commands = open(paths[1], O_RDWR | O_CLOEXEC)
    }

    deinit {
      // The probe ends with its commands.
      close(traceEnd)
      close(commands)
      try? FileManager.default.removeItem(at: folder)
    }

    /// Tells the probe something.
    func tell(_ line: String) {
      try? FileHandle(fileDescriptor: commands).write(contentsOf: Data("\(line)\n".utf8))
    }

    /// A line of a shell that becomes a probe with these pipes, and a record of its run.
    func probe(_ options: String = "") -> String {
      let files = ["trace", "commands", "last-run"].map { "'\(folder.appending(path: $0).path)'" }
      return """
        exec '\(ChildProcess.path(of: "SignalProbe"))' --budget 30000 --record \(files[2]) \
        --trace 3 --commands 4 \(options) 3>\(files[0]) 4<\(files[1])
        """
    }
  }
#endif
