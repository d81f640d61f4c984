import Foundation

/// A stand-in as the Objective-C framework that it stands for, in temporary files.
struct ObjectiveCStandIn {
  let framework: String
  let table: DeclarationTable
  let repository: Repository

  /// The empty modules, of this framework only: `canImport` must find no other.
  var modules: URL { repository.work.appending(path: framework) }

  /// The frameworks whose types the delegate methods pass, beside their own.
  private let others = ["UserNotifications"]

  /// Writes the stand-in, its protocols and what makes its values visible to Objective-C; and an
  /// empty module for each import.
  func write() throws -> [URL] {
    try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
    let imported = others + others.map { "StandIn\($0)" }
    for module in imported + [framework, "LifecycleBus", "LifecycleBusDelegates", "ObjectiveC"] {
      try writeEmptyModule(module)
    }

    let files = ([framework] + others).flatMap {
      repository.sources(below: "Tests/ApplePlatforms/Sources/StandIn\($0)")
    }.filter { $0.lastPathComponent != "Delegates.swift" }
    let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    let standIns = try zip(files, texts).map { file, text in
      try repository.temporary(objectiveC(text), as: "ObjectiveC\(file.lastPathComponent)")
    }

    let protocols = try repository.temporary(protocols(), as: "Protocols\(framework).swift")
    let bridges = try repository.temporary(
      bridges(in: texts.joined(separator: "\n")), as: "Bridges.swift")
    let foundation = repository.sources(below: "Tests/ApplePlatforms/Sources/StandInFoundation")
    return standIns + [protocols, bridges] + foundation
  }

  /// `import UIKit` and its like find a module; the declarations are in the module under test.
  private func writeEmptyModule(_ name: String) throws {
    let isFoundationsOwn = name == "ObjectiveC"
    let source = try repository.temporary(
      isFoundationsOwn ? "" : "@_exported import Foundation\n", as: "\(name).swift")

    let result = modules.appending(path: "\(name).swiftmodule").path
    let options = ["-frontend", "-emit-module", "-parse-as-library", "-module-name", name]
    try repository.run(["swiftc"] + options + [source.path, "-o", result])
  }

  /// The source with `@objc` where the framework is Objective-C.
  private func objectiveC(_ source: String) -> String {
    source
      .replacing(#/(?m)^( *)(@MainActor )?open class/#) {
        "\($0.output.1)\($0.output.2 ?? "")@objc open class"
      }
      .replacing(#/public enum (\w+): (U?Int)/#) {
        "@objc public enum \($0.output.1): \($0.output.2)"
      }
      .replacing(#/public protocol (\w+): AnyObject/#) {
        "@objc public protocol \($0.output.1)"
      }
  }

  private func protocols() -> String {
    "import Foundation\n" + table.protocols(of: framework).map(declaration).joined()
  }

  private func declaration(of item: DeclarationTable.DelegateProtocol) -> String {
    let members = item.declarations.map(declaration).joined()
    let isIsolated = item.declarations.allSatisfy(\.isProtocolIsolated)
    let actor = isIsolated ? "@MainActor " : ""
    let refined = item.refines.map { ": \($0)" } ?? ""

    return """
      \(actor)@objc public protocol \(item.name)\(refined) {
      \(members)}
      extension \(item.name) {
        public nonisolated func responds(to aSelector: Selector!) -> Bool { true }
      }

      """
  }

  private func declaration(of member: DeclarationTable.Declaration) -> String {
    let isProperty = member.swift.hasPrefix("var")
    let name = isProperty ? "" : "(\(member.selector))"
    let actor = member.isProtocolIsolated ? "" : "@MainActor "

    return "  @objc\(name) \(actor)optional \(member.swift)\n"
  }

  /// Values with a raw value, which Objective-C sees as objects here.
  private func bridges(in source: String) -> String {
    var text = "import Foundation\n@objc public final class ObjectiveCValue: NSObject {}\n"
    let value = #/(?m)^( *)public struct (\w+): (?:Hashable, RawRepresentable|OptionSet)/#
    for found in source.matches(of: value) {
      // An indented one belongs to the last class before it.
      let before = source[..<found.range.lowerBound]
      let outer = found.output.1.isEmpty ? nil : before.matches(of: #/class (\w+)/#).last
      let type = (outer.map { "\($0.output.1)." } ?? "") + found.output.2

      text += """
        extension \(type): _ObjectiveCBridgeable {
          public func _bridgeToObjectiveC() -> ObjectiveCValue { ObjectiveCValue() }
          public static func _forceBridgeFromObjectiveC(
            _ source: ObjectiveCValue, result: inout \(type)?) {}
          public static func _conditionallyBridgeFromObjectiveC(
            _ source: ObjectiveCValue, result: inout \(type)?) -> Bool { false }
          public static func _unconditionallyBridgeFromObjectiveC(
            _ source: ObjectiveCValue?) -> \(type) { fatalError() }
        }

        """
    }
    return text
  }
}
