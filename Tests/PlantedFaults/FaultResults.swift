#if os(Linux)
  import Foundation

  /// The last outcome of each fault, in a file that is written after each: an interrupted run goes
  /// on with `--resume`.
  struct FaultResults {
    private let file: URL
    /// The last commit that changed the sources.
    private let commit: String
    private let day = String(Date.now.ISO8601Format().prefix(10))
    /// The faults in the order of the table. Hashes are read once, because the package may change
    /// during a run.
    private let faults: [(name: String, key: String)]
    /// The last line of each fault in the file, by name.
    private var lines: [String: String] = [:]
    private var outcomes: [String: FaultOutcome] = [:]

    init(of table: FaultTable, in root: URL) throws {
      file = root.appending(path: "Tests/PlantedFaults/results.txt")
      commit = try Command("git", "log", "-1", "--format=%h", "--", "Sources").run(in: root).output
        .trimmingCharacters(in: .whitespacesAndNewlines)
      faults = table.faults.map { ($0.name, Self.key($0, in: root)) }
      let keys = Dictionary(faults.map { ($0.name, $0.key) }) { first, _ in first }
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 8, let kind = FaultOutcome.Kind(rawValue: fields[1]) else { continue }
        lines[fields[6]] = String(line)
        guard keys[fields[6]] == fields[0] else { continue }
        outcomes[fields[6]] = FaultOutcome(
          kind: kind, seconds: Int(fields[2]) ?? 0, detail: fields[7])
      }
    }

    /// The last outcome, if neither the fault nor its file has changed since.
    subscript(fault: PlantedFault) -> FaultOutcome? { outcomes[fault.name] }

    mutating func note(_ outcome: FaultOutcome, of fault: PlantedFault) throws {
      guard let key = faults.first(where: { $0.name == fault.name })?.key else { return }
      let fields = [
        key, outcome.kind.rawValue, "\(outcome.seconds)", day, commit, fault.file, fault.name,
        outcome.detail.replacing("\t", with: " "),
      ]
      lines[fault.name] = fields.joined(separator: "\t")
      outcomes[fault.name] = outcome
      let title =
        "# Made by plant: key, outcome, seconds, day, commit, file, fault, tests that failed first"
      let text = ([title] + faults.compactMap { lines[$0.name] }).joined(separator: "\n") + "\n"
      try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// A hash of the fault and of the file that it is planted in (FNV-1a).
    private static func key(_ fault: PlantedFault, in root: URL) -> String {
      let source = try? String(contentsOf: root.appending(path: fault.file), encoding: .utf8)
      let parts = [fault.tests] + fault.before + fault.after + [source ?? ""]
      let hash = parts.joined(separator: "\n").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01b3
      }
      return String(hash, radix: 16)
    }
  }
#endif
