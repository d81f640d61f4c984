// swift-tools-version: 6.2
import PackageDescription

// Without NonisolatedNonsendingByDefault, in which a middleware of Hummingbird needs `@concurrent`
// twice, and which few packages switch on.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let ours: [Target.Dependency] = ["LifecycleBus", "LifecycleBusSignals", "Listeners"].map {
  .product(name: $0, package: "LifecycleBus")
}
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let lifecycle = Target.Dependency.product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(
  name: "UnixSignals", package: "swift-service-lifecycle")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

// No user resolves this package, so it may depend on a web framework.
let package = Package(
  name: "ServiceExample",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "LifecycleBus", path: "../../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    .target(name: "Tally", dependencies: [hummingbird], swiftSettings: settings),
    .executableTarget(
      name: "service", dependencies: ours + [hummingbird, lifecycle, logging, "Tally"],
      swiftSettings: settings),
    .executableTarget(
      name: "group-service",
      dependencies: ours + [hummingbird, lifecycle, unixSignals, logging, "Tally"],
      swiftSettings: settings),
    // The helpers of the root package's tests that need nothing of it, which it shows to no other
    // package.
    .target(
      name: "TestSupport", path: "Tests/Support",
      sources: ["ChildProcess", "LineReader", "Sanitizer", "Spawn", "TestFiles"]
        .map { "\($0).swift" },
      swiftSettings: settings),
    .testTarget(
      name: "ServiceTests", dependencies: ["TestSupport", "service", "group-service"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
