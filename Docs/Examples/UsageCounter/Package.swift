// swift-tools-version: 6.2
import PackageDescription

// As in the root package.
let warnings: [SwiftSetting] =
  Context.environment["LIFECYCLEBUS_WARNINGS_AS_ERRORS"] == nil
  ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
  warnings + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]

let bus = Target.Dependency.product(name: "LifecycleBus", package: "LifecycleBus")

// The package of an SDK, with a small program that uses it in place of an app.
let package = Package(
  name: "UsageCounterExample",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [.library(name: "UsageCounter", targets: ["UsageCounter"])],
  dependencies: [.package(name: "LifecycleBus", path: "../../..")],
  targets: [
    .target(name: "UsageCounter", dependencies: [bus], swiftSettings: settings),
    .executableTarget(
      name: "host", dependencies: [bus, "UsageCounter"], swiftSettings: settings),
    .testTarget(
      name: "UsageCounterTests", dependencies: [bus, "UsageCounter", "host"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
