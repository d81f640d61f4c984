#if os(Linux)
  import Foundation

  /// The last outcome of each fault, in a file that is written after each: an interrupted run goes
  /// on with `--resume`.
  struct FaultResults {
    private let file: URL
    private let commit: String
    private let day = String(Date.now.ISO8601Format().prefix(10))
    /// In the order of the table. Read once, because the package may change during a run.
    private let keys: [String]
    private let keyOfName: [String: String]
    private var lines: [String: String] = [:]
    private var outcomes: [String: FaultOutcome] = [:]

    init(of table: FaultTable, in root: URL) throws {
      file = root.appending(path: "Tests/PlantedFaults/results.txt")
      commit = try Command("git", "rev-parse", "--short", "HEAD").run(in: root).output
        .trimmingCharacters(in: .whitespacesAndNewlines)
      let keyed = table.faults.map { ($0.name, Self.key($0, in: root)) }
      keys = keyed.map(\.1)
      keyOfName = Dictionary(keyed) { first, _ in first }
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 8, let kind = FaultOutcome.Kind(rawValue: fields[1]) else { continue }
        lines[fields[0]] = String(line)
        outcomes[fields[0]] = FaultOutcome(
          kind: kind, seconds: Int(fields[2]) ?? 0, detail: fields[7])
      }
    }

    /// The last outcome, if neither the fault nor its file has changed since.
    subscript(fault: PlantedFault) -> FaultOutcome? {
      keyOfName[fault.name].flatMap { outcomes[$0] }
    }

    mutating func note(_ outcome: FaultOutcome, of fault: PlantedFault) throws {
      guard let key = keyOfName[fault.name] else { return }
      let fields = [
        key, outcome.kind.rawValue, "\(outcome.seconds)", day, commit, fault.file, fault.name,
        outcome.detail.replacing("\t", with: " "),
      ]
      lines[key] = fields.joined(separator: "\t")
      outcomes[key] = outcome
      let title =
        "# Made by plant: key, outcome, seconds, day, commit, file, fault, tests that failed first"
      let text = ([title] + keys.compactMap { lines[$0] }).joined(separator: "\n") + "\n"
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
