import Foundation

/// The files that are written from DelegateMethods.md: classes with the opt-in methods for the tests.
struct GeneratedFiles {
  let table: DeclarationTable
  let repository: Repository

  /// Writes the files.
  func write() throws {
    for (path, content) in try contents() { try repository.write(content, to: path) }
  }

  /// One sentence for each file that differs from what would be written.
  func differences() throws -> [String] {
    try contents().filter { path, content in (try? repository.text(of: path)) != content }
      .map { path, _ in
        "\(path) differs from the table; swift run --package-path Tests/ApplePlatforms declarations"
          + " write makes it anew"
      }
  }

  private func contents() throws -> [(path: String, content: String)] {
    try DeclarationTable.frameworks.map { framework in
      let classes = Self.optInClasses(of: framework, in: table, isObjectiveC: false)
      return (
        "Tests/ApplePlatforms/Tests/\(framework)Tests/OptIn.swift",
        try repository.formatted(classes)
      )
    }
  }

  /// Subclasses with the opt-in methods: with their selectors, or as they compile without Objective-C.
  static func optInClasses(
    of framework: String, in table: DeclarationTable, isObjectiveC: Bool
  ) -> String {
    var text = "// Written by `declarations` from DelegateMethods.md; edit that.\n"
    let modules =
      isObjectiveC
      ? ["LifecycleBus", "LifecycleBusDelegates", framework, "CloudKit"]
      : ["LifecycleBus", "Delegates"].map { "\($0)On\(framework)" }
        + ["StandIn\(framework)", "StandInCloudKit"]
    text += (["Foundation"] + modules).map { "import \($0)\n" }.joined()
    let methods = table.optInMethods.filter { $0.framework == framework }
    for method in methods where !method.request.isEmpty { text += "\n\(method.request)" }
    for owner in Set(methods.map(\.owner)).sorted() {
      text += "\nfinal class OptIn\(owner): \(owner) {\n"
      for method in methods where method.owner == owner {
        text += "  \(isObjectiveC ? "@objc(\(method.selector)) " : "")\(method.code)"
      }
      text += "}\n"
    }
    return text
  }
}
