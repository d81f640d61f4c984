#if os(Linux)
  import Foundation

  /// What the tests of this module expect of the machine.
  enum World {
    /// How often each situation is gone through: `LIFECYCLEBUS_WORLD=100 swift test --filter
    /// WorldTests` is the long form.
    static let rounds =
      ProcessInfo.processInfo.environment["LIFECYCLEBUS_WORLD"].flatMap { Int($0) } ?? 2

    /// The path of a program of the system; `nil` where it is not installed.
    static func path(of program: String) -> String? {
      ["/usr/bin/", "/bin/", "/usr/local/bin/", "/usr/sbin/"].map { $0 + program }.first {
        FileManager.default.isExecutableFile(atPath: $0)
      }
    }

    /// Waits until a process that is no child of this one has ended and given its files back.
    ///
    /// It may remain as a zombie. Its first thread can be one before the others have ended.
    static func waitForEnd(of pid: String) async throws {
      let folder = "/proc/\(pid)/task"
      func isAlive(_ thread: String) -> Bool {
        // The state stands behind the name, which is in parentheses.
        let text = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)
        return text.map { $0.split(separator: ")").last?.hasPrefix(" Z") != true } ?? false
      }
      while let threads = try? FileManager.default.contentsOfDirectory(atPath: folder),
        threads.contains(where: isAlive)
      { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Those kinds whose program is installed. What is missing is said in a line that `.ci/run`
    /// repeats at its end.
    static func installed<Kind: RawRepresentable>(_ kinds: [Kind]) -> [Kind]
    where Kind.RawValue == String {
      kinds.filter { kind in
        if path(of: kind.rawValue) != nil { return true }
        print("note: skipped: no \(kind.rawValue) on this machine, so nothing is tried with it")
        return false
      }
    }
  }
#endif
