#if os(Linux)
  package import Foundation

  /// The recorded calls of child processes, and what power cuts among them leave.
  package struct PowerCutTrial {
    /// A state that a power cut has left, for the one who judges it.
    package struct Cut: CustomStringConvertible {
      package let contents: DiskContents
      /// The lines that the children had said by then.
      package let said: [String]
      fileprivate let position: String

      package var description: String { "\(position) said \(said), left \(contents)" }
    }

    package let changes: [FileChange]
    private let initial: DiskContents

    /// Checks that the record is complete: all calls, made again, have led to the folder as it is.
    ///
    /// - `log`: What the shim has written.
    /// - `folder`: The folder that the children have changed.
    /// - `initial`: What it held before.
    package init(log: URL, folder: URL, initial: DiskContents = DiskContents()) throws {
      changes = try FileChange.changes(in: log, of: folder)
      self.initial = initial
      var disk = UnsyncedDisk(initial)
      for change in changes { try disk.apply(change) }
      guard try DiskContents(of: folder) == disk.contents else {
        throw UnknownChange(description: "the record lacks calls: \(disk.contents)")
      }
    }

    private init(_ changes: [FileChange], on initial: DiskContents) {
      (self.changes, self.initial) = (changes, initial)
    }

    /// The same without the calls that concern only what is elsewhere, so that there are fewer
    /// combinations.
    package func only(below folder: String) -> PowerCutTrial {
      PowerCutTrial(
        changes.filter { change in change.paths?.contains { $0.hasPrefix(folder) } ?? true },
        on: DiskContents(initial.entries.filter { $0.key.hasPrefix(folder) }))
    }

    /// How many states of the disk each power cut may leave at most, before they are sampled.
    package static let limit =
      ProcessInfo.processInfo.environment["LIFECYCLEBUS_LONG_TESTS"] == nil ? 40 : 300

    /// Cuts the power after each call. Each state of the disk is opened once; it is judged after each
    /// call that may have left it, because more was acknowledged by then. Prints the counts.
    ///
    /// - `name`: What is printed with the counts.
    /// - `stride`: Cuts after each so many calls only, where opening takes long.
    /// - `open`: Reads a state as the program does.
    /// - `judge`: Says what is wrong; `nil` if nothing is.
    /// - The result: The sentences, with what led to them.
    package func run<Found>(
      _ name: String, seed: UInt64 = .random(in: 0 ... .max), atMost limit: Int = limit,
      stride: Int = 1, open: (DiskContents) async throws -> Found,
      judge: (Found, Cut) throws -> String?
    ) async throws -> [String] {
      var generator = SeededGenerator(seed: seed)
      var disk = UnsyncedDisk(initial)
      var found: [DiskContents: Found] = [:]
      var (said, problems): ([String], [String]) = ([], [])
      var (judged, readings, complete) = (0, 0, 0)
      let offset = Int.random(in: 0..<stride, using: &generator)
      let start = ContinuousClock.now
      for count in 0...changes.count {
        if count > 0 {
          try disk.apply(changes[count - 1])
          if case .said(let line) = changes[count - 1] { said.append(line) }
        }
        guard count % stride == offset else { continue }
        let cuts = disk.cuts(atMost: limit, &generator)
        if cuts.isComplete { complete += 1 }
        for contents in cuts.states {
          let position = "seed \(seed), cut after \(count) of \(changes.count) calls:"
          let cut = Cut(contents: contents, said: said, position: position)
          judged += 1
          let opened: Found
          if let known = found[contents] {
            opened = known
          } else {
            opened = try await open(contents)
            readings += 1
            // Some states hold pictures. The few that come back later are opened again.
            if found.count > 2_000 { found = [:] }
            found[contents] = opened
          }
          if let problem = try judge(opened, cut) { problems.append("\(problem) \(cut)") }
          if problems.count > 2 { return problems }
        }
      }
      print(
        "\(name): \(changes.count) calls, \(judged) states after power cuts, \(readings) opened;",
        "all there are at \(complete) of \((changes.count - offset) / stride + 1) cuts;",
        "seed \(seed), \(ContinuousClock.now - start)")
      return problems
    }
  }
#endif
