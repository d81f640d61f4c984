import Foundation
import Testing

/// Apple asks for a reason for each use of some APIs ("Describing use of required reason API").
@Suite("The privacy manifest")
struct PrivacyManifestTests {
  /// The calls of each category, as patterns over source text. `kern.boottime` is not in Apple's
  /// list by name, but returns the same value.
  private static let calls = [
    "FileTimestamp":
      #"\b[fl]?stat(at)?\(|getattrlist|odificationDate|creationDate|attributesOfItem"#,
    "SystemBootTime": #"systemUptime|mach_absolute_time|kern\.boottime|KERN_BOOTTIME"#,
    "DiskSpace": #"volume(Available|Total)Capacity|systemFreeSize|systemSize|f?statv?fs\("#,
    "UserDefaults": #"\bUserDefaults\b"#,
    "ActiveKeyboards": #"activeInputModes"#,
  ]

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The categories that the sources of a module call.
  private func categories(calledBy module: String) throws -> Set<String> {
    let text = try code(of: module)
    try #require(text.count > 10_000)

    let called = Self.calls.filter { _, pattern in
      text.range(of: pattern, options: .regularExpression) != nil
    }
    return Set(called.keys)
  }

  /// The sources of a module without the lines that are comments.
  private func code(of module: String) throws -> String {
    let folder = Self.root.appending(path: "Sources/\(module)")
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var lines: [Substring] = []

    for case let file as URL in files
    where file.pathExtension == "swift" && !file.path.contains(".docc/") {
      let text = try String(contentsOf: file, encoding: .utf8)
      lines += text.split(separator: "\n").filter { line in
        !line.drop(while: { $0 == " " }).hasPrefix("//")
      }
    }

    return lines.joined(separator: "\n")
  }

  private func manifest() throws -> [String: Any] {
    let file = Self.root.appending(path: "Sources/Listeners/PrivacyInfo.xcprivacy")
    let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
    return try #require(list as? [String: Any])
  }

  @Test("the manifest declares no tracking and no collected data")
  func noTracking() throws {
    let manifest = try manifest()

    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
    #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    // These, and the APIs.
    #expect(manifest.count == 4)
  }

  @Test(
    "each category that the sources of Listeners call has a reason in the manifest, and no other")
  func reasons() throws {
    let allowed = ["FileTimestamp": ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"]]
    let types = try #require(try manifest()["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    var declared: Set<String> = []

    for type in types {
      let name = try #require(type["NSPrivacyAccessedAPIType"] as? String)
      let category = String(name.dropFirst("NSPrivacyAccessedAPICategory".count))
      #expect(declared.insert(category).inserted)

      let reasons = try #require(type["NSPrivacyAccessedAPITypeReasons"] as? [String])
      #expect(!reasons.isEmpty)
      #expect(reasons.allSatisfy { allowed[category]?.contains($0) == true })
    }

    #expect(try declared == categories(calledBy: "Listeners"))
  }

  @Test("LifecycleBus calls no API that needs a reason")
  func core() throws {
    #expect(try categories(calledBy: "LifecycleBus") == [])
  }
}
