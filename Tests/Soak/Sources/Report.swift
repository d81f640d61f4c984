#if os(Linux)
  import Foundation

  /// A run of the soak, for the documentation and its chart.
  struct Report: Encodable {
    let command: String
    let commit: String
    let date: String
    let processor: String
    let system: String
    let minutes: Double
    let totals: Totals
    let judgements: [Flatness]

    init(_ options: Options, minutes: Double, totals: Totals, judgements: [Flatness]) {
      command = "Tests/Soak/soak" + (options.minutes == 30 ? "" : " --minutes \(options.minutes)")
      commit = options.commit
      date = Date.now.formatted(.iso8601.year().month().day())
      let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
      let model = text.split(separator: "\n").first { $0.hasPrefix("model name") }
      processor =
        model.flatMap { $0.split(separator: ":").last }
        .map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
      system = ProcessInfo.processInfo.operatingSystemVersionString
      self.minutes = (minutes * 10).rounded() / 10
      self.totals = totals
      self.judgements = judgements
    }

    /// Writes the run as JSON, with a line for each sample.
    func write(_ samples: [Sample], to path: String) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let lines = try samples.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
      encoder.outputFormatting.insert(.prettyPrinted)
      let head = String(decoding: try encoder.encode(self), as: UTF8.self)
      let list = "  \"samples\" : [\n    " + lines.joined(separator: ",\n    ") + "\n  ]\n}\n"
      try Data((head.dropLast(2) + ",\n" + list).utf8).write(to: URL(fileURLWithPath: path))
    }
  }
#endif
