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
