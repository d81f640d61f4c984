import Foundation
import Testing

/// The faults themselves are planted by `Tests/PlantedFaults/plant`, which builds for each.
@Suite("Planted faults")
struct PlantedFaultTests {
  @Test("each planted fault's lines are in its file once, and each folder has a fault")
  func tableFitsTheSources() throws {
    #expect(try FaultTable(in: CompiledSamples.root).problems(in: CompiledSamples.root) == [])
  }

  @Test("the page tells how many faults there are")
  func page() throws {
    let page = try String(
      contentsOf: CompiledSamples.root.appending(
        path: "Docs/LifecycleBus/HowItIsTested.md"), encoding: .utf8)
    let count = try FaultTable(in: CompiledSamples.root).faults.count
    #expect(page.contains("\(count) single faults"))
  }

  @Test("a fault changes its lines and no others")
  func planting() throws {
    let table = FaultTable("# a comment\n\nfault: one\nfile: a\ntests: T\n-b\n-c\n+d")
    let fault = try #require(table.faults.first)
    #expect(table.faults.count == 1 && table.problems == [])
    #expect(try fault.planted(in: "a\nb\nc\nb") == "a\nd\nb")
  }

  @Test("lines that are absent, or there twice, are a problem", arguments: ["a\nc", "b\nc\nb\nc"])
  func wrongPlaces(source: String) throws {
    let fault = try #require(FaultTable("fault: one\nfile: a\ntests: T\n-b\n-c\n+d").faults.first)
    #expect(throws: PlantedFaultError.self) { try fault.planted(in: source) }
  }

  @Test(
    "a line that means nothing, a fault without effect and a name that occurs twice are problems",
    arguments: [
      ("tset: T", "this line means nothing"), ("-b\n+b", "a change is missing"),
      ("-b\n+c\n\nfault: one", "two faults have this name"),
    ])
  func wrongTables(lines: String, problem: String) {
    let table = FaultTable("fault: one\nfile: a\ntests: T\n" + lines)
    #expect(table.problems(in: CompiledSamples.root).contains { $0.contains(problem) })
  }
}
