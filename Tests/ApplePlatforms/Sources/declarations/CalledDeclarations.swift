import Foundation

/// Whether the stand-ins declare what the package calls as the table says.
struct CalledDeclarations {
  let table: DeclarationTable
  let repository: Repository

  /// One sentence for each declaration that its stand-in lacks.
  func failures() throws -> [String] {
    try table.called.filter { called in
      let files = repository.sources(
        below: "Tests/ApplePlatforms/Sources/StandIn\(called.framework)")
      return try !files.contains {
        oneLine(try String(contentsOf: $0, encoding: .utf8)).contains(called.declaration)
      }
    }.map { "StandIn\($0.framework) does not declare: \($0.declaration)" }
  }

  private func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing("( ", with: "(").replacing(" )", with: ")")
  }
}
