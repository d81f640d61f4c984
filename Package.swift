// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
  name: "LifecycleBus",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "LifecycleBus", targets: ["LifecycleBus"]),
    .library(name: "Listeners", targets: ["Listeners"]),
  ],
  targets: [
    .target(name: "LifecycleBus", swiftSettings: settings),
    .target(name: "Listeners", dependencies: ["LifecycleBus"], swiftSettings: settings),
    .executableTarget(
      name: "journal", dependencies: ["LifecycleBus", "Listeners"],
      path: "Docs/Examples/Journal", swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["LifecycleBus"], path: "Tests/Support",
      exclude: ["HostingProbe", "AsyncHostingProbe"], swiftSettings: settings),
    .executableTarget(
      name: "HostingProbe", dependencies: ["LifecycleBus", "TestSupport"],
      path: "Tests/Support/HostingProbe", swiftSettings: settings),
    .executableTarget(
      name: "AsyncHostingProbe", dependencies: ["LifecycleBus", "TestSupport"],
      path: "Tests/Support/AsyncHostingProbe", swiftSettings: settings),
    .testTarget(
      name: "LifecycleBusTests",
      dependencies: ["LifecycleBus", "TestSupport", "HostingProbe", "AsyncHostingProbe"],
      swiftSettings: settings),
    .testTarget(
      name: "ListenersTests", dependencies: ["LifecycleBus", "Listeners", "TestSupport"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
