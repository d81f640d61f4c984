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

func ours(_ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: "LifecycleBus") }
}

// What a program of a user's own depends on, and nothing else.
let package = Package(
  name: "LinesExample",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "LifecycleBus", path: "../../..")],
  targets: [
    .executableTarget(
      name: "lines", dependencies: ours("LifecycleBus", "LifecycleBusSignals", "Listeners"),
      swiftSettings: settings),
    // The helpers of the root package's tests, which it shows to no other package.
    .target(
      name: "TestSupport", dependencies: ours("LifecycleBus"), path: "Tests/Support",
      swiftSettings: settings),
    .executableTarget(
      name: "probe", dependencies: ["TestSupport"], path: "Tests/probe",
      swiftSettings: settings),
    .testTarget(
      name: "LinesTests", dependencies: ["TestSupport", "probe", "lines"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
