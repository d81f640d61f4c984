// swift-tools-version: 6.2
import PackageDescription

// As in the root package.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let products: [Target.Dependency] = [
  "LifecycleBus", "LifecycleBusSignals", "LifecycleBusDelegates", "Listeners", "ListenersTimeline",
].map { .product(name: $0, package: "LifecycleBus") }

let package = Package(
  name: "Soak",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "LifecycleBus", path: "../..")],
  targets: [
    // The helpers of the root package's tests, which it shows to no other package.
    .target(
      name: "TestSupport", dependencies: products, path: "Support", swiftSettings: settings),
    .executableTarget(
      name: "JobShell", dependencies: ["TestSupport"], path: "JobShell", swiftSettings: settings),
    .executableTarget(
      name: "Soak", dependencies: products + ["TestSupport"], path: "Sources",
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
