// Holds the delegate classes and the stand-ins to Declarations.md.
//
//   swift run --package-path Tests/ApplePlatforms declarations write
//     writes the stand-ins' protocols, and the page's methods for the tests
//   swift run --package-path Tests/ApplePlatforms declarations check
//     fails if one of those differs, if the page "Every delegate method" lacks a method, if a stand-in lacks a declaration that the package calls, or if
//     a selector that the compiler infers differs from the table
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
  return try files.differences()
    + MethodPage(
      table: table, text: try repository.text(of: "Tests/ApplePlatforms/EveryDelegateMethod.md")
    ).failures()
    + CalledDeclarations(table: table, repository: repository).failures()
    + SelectorCheck(table: table, repository: repository).failures()
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
