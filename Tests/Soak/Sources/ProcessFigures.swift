#if os(Linux)
  import Foundation

  /// What the system says of a process.
  struct ProcessFigures {
    /// The resident memory in kB, without the files that are mapped.
    let memory: Int
    let descriptors: Int
    let threads: Int

    /// - Parameter process: A number, or "self".
    init?(of process: String) {
      guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd"),
        let memory = Self.number("RssAnon:", in: status),
        let threads = Self.number("Threads:", in: status)
      else { return nil }
      self.memory = memory
      self.threads = threads
      // A process that lists its own descriptors has one more for that.
      descriptors = names.count - (process == "self" ? 1 : 0)
    }

    private static func number(_ field: String, in status: String) -> Int? {
      let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    }
  }
#endif
