#if os(Linux)
  import Foundation

  /// Builds a copy of the package with a fault in it, and runs the tests that should see it.
  struct FaultTest {
    let package: PackageCopy
    let limit: Int

    /// Without debug information, linking takes less time. It needs no backtraces: a trap is a
    /// result here.
    private static let options = ["--disable-xctest", "-Xswiftc", "-gnone"]

    /// Brings the copy up to date, and runs all tests of the faults without a fault. They must be
    /// there and pass; otherwise a failure would tell nothing.
    func prove(_ faults: [PlantedFault]) throws {
      try package.update()
      for isForApple in [false, true] {
        let own = faults.filter { $0.isForApple == isForApple }
        guard let first = own.first else { continue }
        if let problem = try buildProblem(first) { throw PlantedFaultError(problem) }
        let list = try swift(["test", "list", "--skip-build"], for: first, limit: 600).output
        let names = list.split(separator: "\n").filter { $0.contains("/") }
        for fault in own {
          let filter = try Regex(fault.filter)
          guard names.contains(where: { $0.contains(filter) }) else {
            throw PlantedFaultError("\(fault.name): no test matches \(fault.filter)")
          }
        }
        let all = Set(own.map(\.filter)).sorted().joined(separator: "|")
        let result = try test(all, for: first, limit: 1200)
        guard result.code == 0 else {
          throw PlantedFaultError(
            "without a fault, the tests do not pass: \(failedTests(result.output))")
        }
        say("without a fault, all tests pass: " + lastLine(result.output))
      }
    }

    func outcome(of fault: PlantedFault) throws -> FaultOutcome {
      let start = ContinuousClock.now
      func outcome(_ kind: FaultOutcome.Kind, _ detail: String) -> FaultOutcome {
        let seconds = (ContinuousClock.now - start).components.seconds
        return FaultOutcome(kind: kind, seconds: Int(seconds), detail: detail)
      }
      return try package.withFault(fault) {
        if let problem = try buildProblem(fault) { return outcome(.error, problem) }
        let result = try test(fault.filter, for: fault, limit: limit)
        let failed = failedTests(result.output)
        if result.hasTimedOut { return outcome(.timeLimit, failed) }
        if result.code == 0 { return outcome(.survived, lastLine(result.output)) }
        if result.output.contains("unexpected signal code") { return outcome(.ended, failed) }
        return failed.isEmpty
          ? outcome(.error, lastLine(result.output)) : outcome(.caught, failed)
      }
    }

    /// Builds the tests; nil if that works.
    private func buildProblem(_ fault: PlantedFault) throws -> String? {
      let build = try swift(["build", "--build-tests"], for: fault, limit: 3600)
      guard build.code != 0 else { return nil }
      let errors = build.output.split(separator: "\n").filter { $0.contains("error:") }
      return "it does not compile: \(errors.first ?? "the build failed")"
    }

    private func test(
      _ filter: String, for fault: PlantedFault, limit: Int
    ) throws -> Command.Outcome {
      defer { package.endLeftovers() }
      return try swift(["test", "--skip-build", "--filter", filter], for: fault, limit: limit)
    }

    private func swift(
      _ words: [String], for fault: PlantedFault, limit: Int
    ) throws -> Command.Outcome {
      let place = fault.isForApple ? ["--package-path", "Tests/ApplePlatforms"] : []
      let environment = ["env", package.mark, "SWIFT_BACKTRACE=enable=no"]
      let command = environment + ["nice", "-n", "5", "swift"] + words + place + Self.options
      return try Command(command).run(in: package.url, limit: limit, end: package.endLeftovers)
    }

    /// The titles of the first tests that failed.
    private func failedTests(_ output: String) -> String {
      let titles = output.split(separator: "\n").compactMap {
        $0.firstMatch(of: /^✘ Test (".+?"|\w+\(\S*\)) (?:recorded|with|failed)/)?.1
      }
      var seen: Set<Substring> = []
      return titles.filter { seen.insert($0).inserted }.prefix(3).joined(separator: ", ")
    }

    private func lastLine(_ output: String) -> String {
      output.split(separator: "\n").last.map(String.init) ?? ""
    }
  }
#endif
