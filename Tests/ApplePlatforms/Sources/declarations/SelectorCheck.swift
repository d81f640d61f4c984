import Foundation

/// Compares the selectors that the compiler infers for the delegate classes with the table.
///
/// The compiler infers Objective-C selectors on Linux too, if it is told to. The sources are
/// type-checked as one module with stand-ins whose classes and protocols are `@objc`. Nothing of that
/// is linked or run.
struct SelectorCheck {
  let framework: String
  let table: DeclarationTable
  let repository: Repository

  /// One sentence for each selector that is missing, or that the table does not list.
  func failures() throws -> [String] {
    let found = try selectors()
    print("\(framework): \(found.values.map(\.count).reduce(0, +)) selectors compared")

    var wanted: [String: Set<String>] = [:]
    for declaration in table.protocols(of: framework).flatMap(\.declarations) {
      guard let owner = declaration.owner else { continue }
      wanted[owner, default: []].insert(declaration.selector)
    }

    return Set(found.keys).union(wanted.keys).sorted().flatMap { owner in
      let inferred = found[owner] ?? []
      let listed = wanted[owner] ?? []
      let missing = listed.subtracting(inferred).sorted().map {
        "\(framework): \(owner) has no method with the selector \($0)"
      }
      let unlisted = inferred.subtracting(listed).sorted().map {
        "\(framework): \(owner) has the selector \($0), which Declarations.md does not list"
      }
      return missing + unlisted
    }
  }

  /// The selectors of the delegate classes, by class.
  private func selectors() throws -> [String: Set<String>] {
    let standIn = ObjectiveCStandIn(framework: framework, table: table, repository: repository)
    // The macro of `AppPhase` doesn't compile in this mode; nothing depends on it.
    let sources = ["Core", "Delegates", "RemoteNotifications"].flatMap {
      repository.sources(below: "Sources/LifecycleBus/\($0)")
    }.filter { $0.lastPathComponent != "AppPhase.swift" }
    let all = try sources + standIn.write()

    // Those with optional methods, which only Objective-C has, are type-checked too.
    let delegates = all.filter {
      $0.lastPathComponent.hasSuffix("Delegate+\(framework).swift")
        || $0.lastPathComponent.hasPrefix("AppDelegateListener+")
        || $0.lastPathComponent == "OptInMethods.swift"
    }
    return try delegates.reduce(into: [:]) { found, file in
      found.merge(try selectors(in: file, of: all, modules: standIn.modules)) { $0.union($1) }
    }
  }

  private func selectors(
    in file: URL, of sources: [URL], modules: URL
  ) throws -> [String: Set<String>] {
    let tree = repository.work.appending(path: "ast.json")
    var arguments = ["swiftc", "-frontend", "-dump-ast", "-dump-ast-format", "json"]
    arguments += ["-o", tree.path, "-I", modules.path, "-module-name", "Inferred"]
    arguments += ["-enable-objc-interop", "-disable-objc-attr-requires-foundation-module"]
    arguments += ["-swift-version", "6", "-package-name", "lifecyclebus", "-parse-as-library"]
    arguments += ["-suppress-warnings"]
    for feature in [
      "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault",
      "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
    ] {
      arguments += ["-enable-upcoming-feature", feature]
    }

    for source in sources {
      if source == file {
        arguments.append("-primary-file")
      }
      arguments.append(source.path)
    }

    try repository.run(arguments)
    return Self.selectors(in: try JSONSerialization.jsonObject(with: Data(contentsOf: tree)))
  }

  /// The selectors of the classes at the top of a syntax tree, or inside `#if` there.
  private static func selectors(in tree: Any) -> [String: Set<String>] {
    let items = (tree as? [String: Any])?["items"] as? [[String: Any]] ?? []
    var found: [String: Set<String>] = [:]

    for item in items where item["_kind"] as? String == "class_decl" {
      guard let owner = name(of: item) else { continue }
      let members = item["members"] as? [[String: Any]] ?? []
      found[owner, default: []].formUnion(members.compactMap(selector))
    }
    return found.filter { !$0.value.isEmpty }
  }

  /// `nil` for a member that Objective-C doesn't see.
  private static func selector(of member: [String: Any]) -> String? {
    guard member["@objc"] as? Bool == true,
      ["func_decl", "var_decl"].contains(member["_kind"] as? String)
    else { return nil }

    let attributes = member["attrs"] as? [[String: Any]] ?? []
    let selector = attributes.first { $0["_kind"] as? String == "objc_attr" }?["name"]
    return selector as? String ?? name(of: member)
  }

  private static func name(of declaration: [String: Any]) -> String? {
    let name = declaration["name"] as? [String: Any]
    return (name?["base_name"] as? [String: Any])?["name"] as? String
  }
}
