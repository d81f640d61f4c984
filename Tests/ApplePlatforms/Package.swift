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
let settings =
  Context.environment["LIFECYCLEBUS_WARNINGS_AS_ERRORS"] == nil
  ? features : features + [.treatAllWarnings(as: .error)]
// Foundation is built without library evolution here, and the compiler warns of that each time.
let standIn = features + [.unsafeFlags(["-enable-library-evolution", "-suppress-warnings"])]

/// Makes one module name mean another module, for one target.
func alias(_ name: String, _ module: String) -> SwiftSetting {
  .unsafeFlags(["-module-alias", "\(name)=\(module)"])
}

/// A stand-in for a framework, the package's sources compiled against it, and tests that use it as
/// the system.
///
/// The module alias makes `import UIKit` and `canImport(UIKit)` mean the stand-in for that target
/// only, so that each target sees one framework. Library evolution makes the enumerations of the
/// stand-in as open as those of the real framework.
func platform(_ framework: String, samples: [Target]) -> [Target] {
  let bus = "LifecycleBusOn\(framework)"
  return [
    .target(name: "StandIn\(framework)", swiftSettings: standIn),
    .target(
      name: bus, dependencies: [.target(name: "StandIn\(framework)")],
      swiftSettings: settings + [alias(framework, "StandIn\(framework)")]),
    .testTarget(
      name: "\(framework)Tests",
      dependencies: [.target(name: bus), .target(name: "StandIn\(framework)")]
        + samples.map { .target(name: $0.name) },
      swiftSettings: settings),
  ] + samples
}

/// The README's sample for a framework.
func sample(for framework: String, on bus: String) -> Target {
  .target(
    name: "SamplesOn\(framework)",
    dependencies: [.target(name: bus), .target(name: "StandIn\(framework)")],
    swiftSettings: settings + [alias("LifecycleBus", bus), alias(framework, "StandIn\(framework)")])
}

let onUIKit = ["UIKit", "SwiftUI"].map { sample(for: $0, on: "LifecycleBusOnUIKit") }
let onAppKit = [sample(for: "AppKit", on: "LifecycleBusOnAppKit")]

let package = Package(
  name: "ApplePlatforms",
  targets: platform("UIKit", samples: onUIKit) + platform("AppKit", samples: onAppKit)
    + platform("WatchKit", samples: [])
    + [
      .target(name: "StandInSwiftUI", swiftSettings: standIn)
    ],
  swiftLanguageModes: [.v6]
)
