#if os(Linux)
  package import Foundation

  /// A file system of 64 KiB in memory, for one child process.
  package enum SmallDisk {
    private static let unshare = "/usr/bin/unshare"

    /// The arguments that mount it on a directory, in a namespace of its own, and run a program.
    private static func arguments(_ directory: String, _ command: [String]) -> [String] {
      ["-rm", "sh", "-c", #"mount -t tmpfs -o size=64k none "$0" && exec "$@""#, directory]
        + command
    }

    /// Runs a program with the file system mounted on a directory.
    package static func run(
      _ command: [String], mountedOn directory: URL, environment: [String: String]? = nil
    ) throws -> ChildProcess {
      try ChildProcess(unshare, arguments(directory.path, command), environment: environment)
    }

    /// Whether the system lets this user mount one.
    package static let isAvailable: Bool = {
      let manager = FileManager.default
      let directory = TestFiles.folder.appending(path: "mount-\(UUID().uuidString)")
      defer { try? manager.removeItem(at: directory) }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: unshare)
      process.arguments = arguments(directory.path, ["true"])
      process.standardError = FileHandle.nullDevice
      do {
        try manager.createDirectory(at: directory, withIntermediateDirectories: true)
        try process.run()
      } catch {
        return false
      }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }()

    package static let reason = "needs unshare, and the right to mount in a namespace of its own"
  }
#endif
