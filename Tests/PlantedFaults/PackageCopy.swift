#if os(Linux)
  import Foundation

  /// The copy of the package that faults are planted in.
  struct PackageCopy {
    let root: URL
    let url: URL

    init(of root: URL) {
      self.root = root
      url = root.appending(path: ".build-faults/package")
    }

    /// Brings the copy up to date with the files that git knows or would add. Files that are the
    /// same stay untouched, so that little is built again.
    func update() throws {
      let files = FileManager.default
      try files.createDirectory(at: url, withIntermediateDirectories: true)
      let list = try Command("git", "ls-files", "-co", "--exclude-standard").run(in: root)
      let wanted = Set(list.output.split(separator: "\n").map(String.init)).filter {
        files.fileExists(atPath: root.appending(path: $0).path)
      }
      for path in files.enumerator(atPath: url.path)?.compactMap({ $0 as? String }) ?? []
      where path.hasSuffix(".swift") && !path.contains(".build") && !wanted.contains(path) {
        try files.removeItem(at: url.appending(path: path))
      }
      for path in wanted {
        let (from, to) = (root.appending(path: path), url.appending(path: path))
        if files.contentsEqual(atPath: from.path, andPath: to.path) { continue }
        try files.createDirectory(
          at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? files.removeItem(at: to)
        try files.copyItem(at: from, to: to)
      }
    }

    /// Does something while the fault is in its file of the copy. The package itself may change
    /// meanwhile.
    func withFault<Result>(_ fault: PlantedFault, _ action: () throws -> Result) throws -> Result {
      let file = url.appending(path: fault.file)
      let source = try String(contentsOf: file, encoding: .utf8)
      try fault.planted(in: source).write(to: file, atomically: true, encoding: .utf8)
      let result = Swift.Result { try action() }
      try source.write(to: file, atomically: true, encoding: .utf8)
      return try result.get()
    }

    /// Ends what a fault left running: the processes whose program is in the copy, and those that
    /// inherited the mark in the environment.
    func endLeftovers() {
      let programs = url.path + "/"
      for _ in 0..<100 {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let left = names.compactMap { pid_t($0) }.filter { process in
          let program = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/\(process)/exe")
          if program?.hasPrefix(programs) == true { return true }
          let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ")
          return environment?.split(separator: 0).contains { $0.elementsEqual(mark.utf8) } == true
        }
        if left.isEmpty { return }
        for process in left { kill(process, SIGKILL) }
        usleep(10_000)
      }
    }

    /// In the environment of the tests, to tell their child processes from others.
    var mark: String { "LIFECYCLEBUS_PLANTED=\(url.path)" }
  }
#endif
