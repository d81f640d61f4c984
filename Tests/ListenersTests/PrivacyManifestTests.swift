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

  /// The categories that the sources of a module call, comments left out.
  private func categories(calledBy module: String) throws -> Set<String> {
    let folder = Self.root.appending(path: "Sources/\(module)")
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var text = ""
    for case let file as URL in files
    where file.pathExtension == "swift" && !file.path.contains(".docc/") {
      text += try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }.joined(separator: "\n")
    }
    try #require(text.count > 10_000)
    return Set(
      Self.calls.filter { text.range(of: $0.value, options: .regularExpression) != nil }.keys)
  }

  @Test("no tracking, no collected data, and each category that the sources call has a reason")
  func manifest() throws {
    let file = Self.root.appending(path: "Sources/Listeners/PrivacyInfo.xcprivacy")
    let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
    let manifest = try #require(list as? [String: Any])
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    for key in ["NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes"] {
      #expect((manifest[key] as? [Any])?.isEmpty == true)
    }
    #expect(manifest.count == 4)
    let types = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    let reasons = ["FileTimestamp": ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"]]
    var declared: Set<String> = []
    for type in types {
      let name = try #require(type["NSPrivacyAccessedAPIType"] as? String)
      let category = String(name.dropFirst("NSPrivacyAccessedAPICategory".count))
      let given = try #require(type["NSPrivacyAccessedAPITypeReasons"] as? [String])
      #expect(!given.isEmpty && given.allSatisfy { reasons[category]?.contains($0) == true })
      #expect(declared.insert(category).inserted)
    }
    #expect(try declared == categories(calledBy: "Listeners"))
  }

  @Test("LifecycleBus calls no API that needs a reason")
  func core() throws {
    #expect(try categories(calledBy: "LifecycleBus") == [])
  }
}
