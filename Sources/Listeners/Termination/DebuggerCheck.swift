import Foundation

/// Asks the operating system whether a debugger is attached to this process.
enum DebuggerCheck {
  #if canImport(Darwin)
    /// The process's traced flag (Technical Q&A QA1361); `false` if the system does not tell.
    static var isAttached: Bool {
      var information = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      guard sysctl(&name, UInt32(name.count), &information, &size, nil, 0) == 0 else {
        return false
      }
      return information.kp_proc.p_flag & P_TRACED != 0
    }
  #else
    /// Whether the process has a tracer (proc_pid_status(5)); `false` on systems that do not tell.
    static var isAttached: Bool {
      // /proc/self is a symbolic link to the process's own folder, and files are read through none.
      // The tracer is the eighth line; the groups of the process, further down, can take megabytes.
      let manager = FileManager.default
      guard
        let process = try? manager.destinationOfSymbolicLink(atPath: "/proc/self"),
        let folder = try? FileDescriptor(directory: "/proc/\(process)"),
        let file = try? folder.openForReading("status"),
        let bytes = try? file.read(noMoreThan: 1_024)
      else { return false }
      return isAttached(status: bytes)
    }
  #endif

  /// Reads the text of a status file.
  static func isAttached(status: [UInt8]) -> Bool {
    for line in status.split(separator: UInt8(ascii: "\n"), maxSplits: 20)
    where line.starts(with: Array("TracerPid:".utf8)) {
      return line.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    }
    return false
  }
}
