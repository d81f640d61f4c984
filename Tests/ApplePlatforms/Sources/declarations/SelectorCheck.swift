import Foundation

/// Compares the selectors that the compiler infers for the delegate classes with the table.
///
/// The compiler infers Objective-C selectors on Linux too, if it is told to. The sources are
/// type-checked as one module with stand-ins whose classes and protocols are `@objc`. Nothing of that
/// is linked or run.
struct SelectorCheck {
  let table: DeclarationTable
  let repository: Repository

  /// One sentence for each selector that is missing, or that the table does not list.
  func failures() throws -> [String] { try DeclarationTable.frameworks.flatMap(failures) }

  private func failures(for framework: String) throws -> [String] {
    let found = try selectors(for: framework)
    var wanted: [String: Set<String>] = [:]
    for declaration in table.protocols(of: framework).flatMap(\.declarations) {
      let owner = (declaration.place == .optIn ? "OptIn" : "") + declaration.owner
      wanted[owner, default: []].insert(declaration.selector)
    }
    print("\(framework): \(found.values.map(\.count).reduce(0, +)) selectors compared")
    return Set(found.keys).union(wanted.keys).sorted().flatMap { owner in
      let (inferred, listed) = (found[owner] ?? [], wanted[owner] ?? [])
      return listed.subtracting(inferred).sorted().map {
        "\(framework): \(owner) has no method with the selector \($0)"
      }
        + inferred.subtracting(listed).sorted().map {
          "\(framework): \(owner) has the selector \($0), which Declarations.md does not list"
        }
    }
  }

  /// The selectors of the delegate classes and of the opt-in lines, by class.
  private func selectors(for framework: String) throws -> [String: Set<String>] {
    let standIn = ObjectiveCStandIn(framework: framework, table: table, repository: repository)
    let optIn = try repository.temporary(
      GeneratedFiles.optInClasses(of: framework, in: table, isObjectiveC: true),
      as: "OptIn\(framework).swift")
    // The C library of the signals and the macro of `AppPhase` do not compile in this mode; nothing
    // depends on either.
    let sources = repository.sources(below: "Sources/LifecycleBus").filter {
      !$0.path.contains("/LifecycleBus/Signals/") && $0.lastPathComponent != "AppPhase.swift"
    }
    let all = try sources + standIn.write() + [optIn]
    let delegates = sources.filter { $0.lastPathComponent.hasSuffix("Delegate+\(framework).swift") }
    return try (delegates + [optIn]).reduce(into: [:]) { found, file in
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
      arguments += source == file ? ["-primary-file", source.path] : [source.path]
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
      for member in item["members"] as? [[String: Any]] ?? [] {
        guard member["@objc"] as? Bool == true,
          ["func_decl", "var_decl"].contains(member["_kind"] as? String)
        else { continue }
        let attributes = member["attrs"] as? [[String: Any]] ?? []
        let selector = attributes.first { $0["_kind"] as? String == "objc_attr" }?["name"]
        if let selector = selector as? String ?? name(of: member) {
          found[owner, default: []].insert(selector)
        }
      }
    }
    return found
  }

  private static func name(of declaration: [String: Any]) -> String? {
    let name = declaration["name"] as? [String: Any]
    return (name?["base_name"] as? [String: Any])?["name"] as? String
  }
}
