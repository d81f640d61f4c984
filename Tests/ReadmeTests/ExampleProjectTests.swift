import Foundation
import Testing

/// The Xcode projects of the example apps. No test can open them here; these read what they say.
@Suite("The Xcode projects of the examples")
struct ExampleProjectTests {
  struct Project: Sendable, CustomTestStringConvertible {
    let name: String
    var testDescription: String { name }
    var folder: URL { CompiledSamples.root.appending(path: "Docs/Examples/\(name)") }

    /// The objects by their identifiers.
    func read() throws -> (objects: [String: [String: Any]], root: String, version: String) {
      let file = folder.appending(path: "\(name).xcodeproj/project.pbxproj")
      let plist = try #require(
        try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
          as? [String: Any])
      return (
        try #require(plist["objects"] as? [String: [String: Any]]),
        try #require(plist["rootObject"] as? String),
        try #require(plist["objectVersion"] as? String)
      )
    }
  }

  static let projects = ["ScenesNotes", "SwiftUIDraft", "MacEditor"].map(Project.init)

  /// All texts in a value that are identifiers of objects.
  private func references(in value: Any) -> [String] {
    switch value {
    case let text as String:
      text.wholeMatch(of: /[0-9A-F]{24}/) == nil ? [] : [text]
    case let list as [Any]: list.flatMap(references)
    case let table as [String: Any]: table.values.flatMap(references)
    default: []
    }
  }

  private func all(_ kind: String, of objects: [String: [String: Any]]) -> [[String: Any]] {
    objects.values.filter { $0["isa"] as? String == kind }
  }

  @Test("each reference leads to an object, and each object is referred to", arguments: projects)
  func references(project: Project) throws {
    let (objects, root, version) = try project.read()
    #expect(version == "77")
    #expect(objects[root]?["isa"] as? String == "PBXProject")
    let used = Set(objects.values.flatMap { references(in: $0) })
    #expect(used.union([root]) == Set(objects.keys))
  }

  @Test("the sources, the Info.plist and the package are where it looks", arguments: projects)
  func paths(project: Project) throws {
    let (objects, _, _) = try project.read()
    let folders = all("PBXFileSystemSynchronizedRootGroup", of: objects).compactMap {
      $0["path"] as? String
    }
    #expect(folders == ["Sources"])
    let sources = try FileManager.default.contentsOfDirectory(
      atPath: project.folder.appending(path: "Sources").path)
    #expect(!sources.isEmpty && sources.allSatisfy { $0.hasSuffix(".swift") })
    let packages = all("XCLocalSwiftPackageReference", of: objects).compactMap {
      $0["relativePath"] as? String
    }
    #expect(packages == ["../../.."])
    for package in packages {
      let manifest = project.folder.appending(path: package).appending(path: "Package.swift")
      #expect(FileManager.default.fileExists(atPath: manifest.standardizedFileURL.path))
    }
    for settings in all("XCBuildConfiguration", of: objects) {
      let file = (settings["buildSettings"] as? [String: Any])?["INFOPLIST_FILE"] as? String
      guard let file else { continue }
      #expect(FileManager.default.fileExists(atPath: project.folder.appending(path: file).path))
    }
  }

  @Test("it links the products that its sources import, and no other one", arguments: projects)
  func products(project: Project) throws {
    let (objects, _, _) = try project.read()
    let products = all("XCSwiftPackageProductDependency", of: objects).compactMap {
      $0["productName"] as? String
    }
    let manifest = try String(
      contentsOf: CompiledSamples.root.appending(path: "Package.swift"), encoding: .utf8)
    let offered = Set(manifest.matches(of: /\.library\(\s*name: "(\w+)"/).map { "\($0.output.1)" })
    let files = try FileManager.default.contentsOfDirectory(
      at: project.folder.appending(path: "Sources"), includingPropertiesForKeys: nil)
    let imports = try files.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).matches(of: /import (\w+)/)
        .map { "\($0.output.1)" }
    }
    #expect(Set(products) == offered.intersection(imports))
    #expect(!products.isEmpty)
  }
}
