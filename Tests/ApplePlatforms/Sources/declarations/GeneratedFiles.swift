import Foundation

/// The files that are written from the table: the protocols of the stand-ins, and classes with the
/// opt-in methods for the tests.
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
    let package = "Tests/ApplePlatforms"
    var contents: [(String, String)] = []
    for framework in DeclarationTable.frameworks {
      contents.append(
        (
          "\(package)/Sources/StandIn\(framework)/Delegates.swift",
          try repository.formatted(Self.protocols(of: framework, in: table))
        ))
      guard table.optInMethods.contains(where: { $0.framework == framework }) else { continue }
      contents.append(
        (
          "\(package)/Tests/\(framework)Tests/OptIn.swift",
          try repository.formatted(Self.optInClasses(of: framework, in: table, isObjectiveC: false))
        ))
    }
    return contents
  }

  /// The delegate protocols of a stand-in. Optional requirements exist in Objective-C only, so that
  /// the real name is an empty protocol here, and the methods are requirements of others.
  static func protocols(of framework: String, in table: DeclarationTable) -> String {
    var text = "// Written by `declarations` from Declarations.md; edit that.\n"
    text += "public import Foundation\npublic import StandInCloudKit\n"
    let kinds: [(suffix: String, isIncluded: (Declaration) -> Bool)] = [
      ("Methods", { !$0.isOptIn && !$0.isRemoteNotification }),
      ("RemoteNotificationMethods", { $0.isRemoteNotification }),
      ("OptInMethods", { $0.isOptIn }),
    ]
    for item in table.protocols(of: framework) {
      let actor = item.isIsolated ? "@MainActor " : ""
      text += "\n\(actor)public protocol \(item.name): \(item.refines ?? "AnyObject") {}\n"
      for kind in kinds {
        let members = item.declarations.filter(kind.isIncluded)
        guard !members.isEmpty else { continue }
        let refined = item.refines.map { ", \($0)\(kind.suffix)" } ?? ""
        text += "\n\(actor)public protocol \(item.name)\(kind.suffix): \(item.name)\(refined) {\n"
        for member in members {
          text += "  \(member.isProtocolIsolated ? "" : "@MainActor ")\(member.swift)\n"
        }
        text += "}\n"
      }
    }
    return text
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
    for owner in Set(methods.map(\.owner)).sorted() {
      let adopted = table.protocols(of: framework)
        .filter { $0.declarations.contains { $0.isOptIn && $0.owner == owner } }
        .map { ", \($0.name)OptInMethods" }.joined()
      text += "\nfinal class OptIn\(owner): \(owner)\(isObjectiveC ? "" : adopted) {\n"
      for method in methods where method.owner == owner {
        text += "  \(isObjectiveC ? "@objc(\(method.selector)) " : "")\(method.code)"
      }
      text += "}\n"
    }
    return text
  }
}
