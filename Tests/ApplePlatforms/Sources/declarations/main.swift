// Holds the delegate classes and the stand-ins to Declarations.md.
//
//   swift run --package-path Tests/ApplePlatforms declarations write
//     writes the page's methods for the tests
//   swift run --package-path Tests/ApplePlatforms declarations check
//     fails if one of those differs, if a row has no word, if a stand-in lacks a declaration that the
//     package calls, or if a selector that the compiler infers differs from the table
import Foundation

let mode = CommandLine.arguments.dropFirst().first ?? ""
guard ["write", "check"].contains(mode) else {
  print("usage: declarations write|check")
  exit(2)
}

/// One sentence for each difference; none after writing.
func failures(of repository: Repository) throws -> [String] {
  let table = try DeclarationTable(
    try repository.text(of: "Tests/ApplePlatforms/Declarations.md"),
    optIn: try repository.text(of: "Sources/LifecycleBus/Core/LifecycleBus.docc/DelegateMethods.md")
  )
  let files = GeneratedFiles(table: table, repository: repository)
  guard mode == "check" else {
    try files.write()
    return []
  }
  return try files.differences() + missingInStandIns(table, repository)
    + SelectorCheck(table: table, repository: repository).failures()
}

/// One sentence for each declaration that the package calls, and that its stand-in lacks.
func missingInStandIns(_ table: DeclarationTable, _ repository: Repository) throws -> [String] {
  func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing("( ", with: "(").replacing(" )", with: ")")
  }
  return try table.called.filter { called in
    let files = repository.sources(below: "Tests/ApplePlatforms/Sources/StandIn\(called.framework)")
    return try !files.contains {
      oneLine(try String(contentsOf: $0, encoding: .utf8)).contains(called.declaration)
    }
  }.map { "StandIn\($0.framework) does not declare: \($0.declaration)" }
}

do {
  let repository = try Repository()
  defer { repository.removeWorkFolder() }
  let failures = try failures(of: repository)
  for failure in failures { print("error: \(failure)") }
  if !failures.isEmpty { exit(1) }
} catch {
  print("error: \(error)")
  exit(1)
}
