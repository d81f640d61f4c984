// swift-tools-version: 6.2
import PackageDescription

// The settings of the root package.
let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]
let settings = features + [.treatAllWarnings(as: .error)]
// Foundation itself is not built this way here, and the compiler says so each time.
let standIn = features + [.unsafeFlags(["-enable-library-evolution", "-suppress-warnings"])]

/// A stand-in for a framework, our sources compiled against it, and tests in which it plays the system.
///
/// The module alias makes `import UIKit` and `canImport(UIKit)` mean the stand-in, for that target only, so
/// that each sees one framework whatever else has been built. Library evolution makes the stand-in's
/// enumerations as open as those of the real framework.
func platform(_ framework: String) -> [Target] {
  let alias = SwiftSetting.unsafeFlags(["-module-alias", "\(framework)=StandIn\(framework)"])
  let bus = "LifecycleBusOn\(framework)"
  return [
    .target(name: "StandIn\(framework)", swiftSettings: standIn),
    .target(
      name: bus, dependencies: [.target(name: "StandIn\(framework)")],
      swiftSettings: settings + [alias]),
    .testTarget(
      name: "\(framework)Tests",
      dependencies: [.target(name: bus), .target(name: "StandIn\(framework)")],
      swiftSettings: settings),
  ]
}

let package = Package(
  name: "ApplePlatforms",
  targets: platform("UIKit") + platform("AppKit") + platform("WatchKit"),
  swiftLanguageModes: [.v6]
)
