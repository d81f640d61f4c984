#if os(Linux)
  import Foundation
  import TestSupport

  /// A control group (cgroup v2) below the one of this process, as a container has one.
  final class ControlGroup: Sendable {
    private let folder: URL

    static let reason = "needs cgroup v2 with cgroup.kill, and the right to make a group"

    /// The group of this process; `nil` where it may have no group below it.
    private static let parent: URL? = {
      let mounts = (try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)) ?? ""
      let groups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
      let root = mounts.split(separator: "\n").map { $0.split(separator: " ") }
        .first { $0.count > 2 && $0[2] == "cgroup2" }?[1]
      guard let root, let own = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::") })
      else { return nil }
      let parent = URL(fileURLWithPath: String(root)).appending(path: own.dropFirst(4))
      let trial = parent.appending(path: "lifecyclebus-\(UUID().uuidString)")
      guard mkdir(trial.path, 0o700) == 0 else { return nil }
      defer { rmdir(trial.path) }
      // A process is moved by one that may write here, too.
      let files = [trial.appending(path: "cgroup.kill"), parent.appending(path: "cgroup.procs")]
      return files.allSatisfy { access($0.path, W_OK) == 0 } ? parent : nil
    }()

    static var isAvailable: Bool { parent != nil }

    /// Makes a group of these processes.
    init(_ pids: [Int32]) throws {
      guard let parent = Self.parent else { throw MissingLine(description: Self.reason) }
      folder = parent.appending(path: "lifecyclebus-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      for pid in pids { try write("\(pid)", to: "cgroup.procs") }
    }

    deinit {
      // A group can be removed when its processes have gone.
      try? write("1", to: "cgroup.kill")
      while rmdir(folder.path) != 0, errno == EBUSY { usleep(1_000) }
    }

    /// Stops all its processes at once, wherever they are, and returns when they stand.
    func freeze() async throws {
      try write("1", to: "cgroup.freeze")
      let events = folder.appending(path: "cgroup.events")
      while try !String(contentsOf: events, encoding: .utf8).contains("frozen 1") {
        try await Task.sleep(for: .milliseconds(1))
      }
    }

    func thaw() throws { try write("0", to: "cgroup.freeze") }

    /// Kills all its processes at once.
    func kill() throws { try write("1", to: "cgroup.kill") }

    private func write(_ text: String, to name: String) throws {
      let handle = try FileHandle(forWritingTo: folder.appending(path: name))
      defer { try? handle.close() }
      try handle.write(contentsOf: Data(text.utf8))
    }
  }
#endif
