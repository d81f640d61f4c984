#if os(Linux)
  import Foundation

  /// What a process holds of the system.
  struct Footprint: CustomStringConvertible {
    let descriptors: Int
    let residentMemory: String
    let threads: String

    init(of pid: Int32) {
      let entries = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")
      descriptors = entries?.count ?? 0
      let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
      func field(_ name: String) -> String {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) } ?? "?"
      }
      residentMemory = field("VmRSS")
      threads = field("Threads")
    }

    var description: String {
      "\(descriptors) descriptors, \(residentMemory) resident, \(threads) threads"
    }
  }
#endif
