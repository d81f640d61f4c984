#if os(Linux)
  import Dispatch
  import Foundation
  import Glibc

  @main
  struct Plant {
    let root = URL(filePath: FileManager.default.currentDirectoryPath)
    var isCheck = false
    var resumes = false
    var limit = 120
    var words: [String] = []

    static func main() {
      do {
        let plant = try Plant(CommandLine.arguments.dropFirst())
        let table = try FaultTable(in: plant.root)
        try plant.check(table)
        if !plant.isCheck { try plant.run(table) }
      } catch {
        say("error: \(error)")
        exit(1)
      }
    }

    init(_ arguments: ArraySlice<String>) throws {
      var rest = arguments
      while let argument = rest.popFirst() {
        switch argument {
        case "--check": isCheck = true
        case "--resume": resumes = true
        case "--limit":
          guard let seconds = rest.popFirst().flatMap({ Int($0) }), seconds > 0 else {
            throw PlantedFaultError("--limit needs a number of seconds")
          }
          limit = seconds
        case _ where argument.hasPrefix("-"):
          throw PlantedFaultError("\(argument) is unknown; the comment in plant lists the options")
        default: words.append(argument)
        }
      }
    }

    /// Prints how the faults are spread; throws if the table does not fit the sources.
    private func check(_ table: FaultTable) throws {
      var problems = table.problems(in: root)
      let shares = table.shares(in: root)
      if isCheck { say("  lines  faults   share  folder") }
      for share in shares {
        if isCheck {
          say(
            String(format: "%7d %7d %7.1f  ", share.lines, share.faults, share.share) + share.folder
          )
        }
        if !share.isFair {
          let part = String(format: "%.1f", share.share)
          problems.append("\(share.folder) has \(share.faults) faults; its share is \(part)")
        }
      }
      for problem in problems { say("error: \(problem)") }
      guard problems.isEmpty else {
        throw PlantedFaultError("\(problems.count) problems in \(FaultTable.path)")
      }
      say("\(table.faults.count) faults in \(shares.count) folders; each fits the sources")
    }

    private func run(_ table: FaultTable) throws {
      var results = try FaultResults(of: table, in: root)
      let chosen = table.faults.filter { fault in
        words.isEmpty || words.contains { fault.name.contains($0) || fault.file.contains($0) }
      }
      let faults = chosen.filter { !resumes || results[$0]?.isAccepted(for: $0) != true }
      let copy = PackageCopy(of: root)
      let test = FaultTest(package: copy, limit: limit)
      let interruptions = [SIGINT, SIGTERM].map { interruption(by: $0, endingProcessesOf: copy) }
      defer { for interruption in interruptions { interruption.cancel() } }
      if !faults.isEmpty { try test.prove(faults) }
      for (number, fault) in faults.enumerated() {
        let outcome = try test.outcome(of: fault)
        try results.note(outcome, of: fault)
        say("\(number + 1)/\(faults.count) \(outcome.summary): \(fault.file): \(fault.name)")
      }
      let outcomes = chosen.map { (fault: $0, outcome: results[$0]) }
      let bad = outcomes.filter { $0.outcome?.isAccepted(for: $0.fault) != true }
      for (fault, outcome) in outcomes where outcome?.kind == .survived {
        let reason = fault.reasonToSurvive ?? "NO REASON IS KNOWN"
        say("survived: \(fault.file): \(fault.name): \(reason)")
      }
      for (fault, outcome) in bad where outcome?.kind != .survived {
        say("error: \(fault.file): \(fault.name): \(outcome?.summary ?? "not run")")
      }
      let caught = outcomes.count { $0.outcome?.kind.isCaught == true }
      let survived = outcomes.count { $0.outcome?.kind == .survived }
      say("\(caught) caught, \(survived) survived, \(outcomes.count - caught - survived) errors")
      if !bad.isEmpty { exit(1) }
    }

    /// Ends the command under way too, when this program is interrupted. `--resume` goes on then.
    private func interruption(
      by number: Int32, endingProcessesOf copy: PackageCopy
    ) -> any DispatchSourceSignal {
      // A handler that does nothing: a signal that is ignored would be ignored by the tests as well.
      signal(number) { _ in }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        copy.endLeftovers()
        exit(128 + number)
      }
      source.resume()
      return source
    }
  }

  /// Prints a line at once, also into a file.
  func say(_ line: String) {
    print(line)
    fflush(nil)
  }
#endif
