// Holds the delegate classes and the stand-ins to Declarations.md.
//
//   swift run --package-path Tests/ApplePlatforms declarations check
//     fails if a row has no word, if a stand-in lacks a declaration that the package calls, or if a
//     selector that the compiler infers differs from the table
import Foundation

guard CommandLine.arguments.dropFirst() == ["check"] else {
  print("usage: declarations check")
  exit(2)
}

/// One sentence for each declaration that the package calls, and that its stand-in lacks.
func missingInStandIns(_ table: DeclarationTable, _ repository: Repository) throws -> [String] {
  func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing("( ", with: "(").replacing(" )", with: ")")
  }

  return try table.called.filter { called in
    let folder = "Tests/ApplePlatforms/Sources/StandIn\(called.framework)"
    return try !repository.sources(below: folder).contains {
      oneLine(try String(contentsOf: $0, encoding: .utf8)).contains(called.declaration)
    }
  }.map { "StandIn\($0.framework) does not declare: \($0.declaration)" }
}

do {
  let repository = try Repository()
  defer {
    repository.removeWorkFolder()
  }

  let page = repository.root.appending(path: "Tests/ApplePlatforms/Declarations.md")
  let table = try DeclarationTable(String(contentsOf: page, encoding: .utf8))
  let failures =
    try missingInStandIns(table, repository)
    + ["UIKit", "AppKit", "WatchKit"].flatMap {
      try SelectorCheck(framework: $0, table: table, repository: repository).failures()
    }

  for failure in failures {
    print("error: \(failure)")
  }
  if !failures.isEmpty {
    exit(1)
  }
} catch {
  print("error: \(error)")
  exit(1)
}
