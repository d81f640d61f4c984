// swift-tools-version: 6.2
import PackageDescription

let settings = [
  "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault",
  "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
].map { SwiftSetting.enableUpcomingFeature($0) }

func products(_ names: String..., of package: String) -> [Target.Dependency] {
  names.map { .product(name: $0, package: package) }
}
let common =
  products("LifecycleBus", "LifecycleBusSignals", "Listeners", of: "LifecycleBus")
  + products("ServiceLifecycle", of: "swift-service-lifecycle")
  + products("Logging", of: "swift-log")
let flyingFox = products("FlyingFox", "FlyingSocks", of: "FlyingFox")

// No user resolves this package, so it may depend on a web server.
let package = Package(
  name: "ServiceExample",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "LifecycleBus", path: "../../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    .target(name: "Tally", dependencies: common + flyingFox, swiftSettings: settings),
    .executableTarget(
      name: "service", dependencies: common + ["Tally"], swiftSettings: settings),
    // The helpers of the root package's tests that need nothing of it, which it shows to no other
    // package.
    .target(
      name: "TestSupport", path: "Tests/Support",
      sources: ["ChildProcess", "HangLimits", "LineReader", "Sanitizer", "Spawn", "TestFiles"]
        .map { "\($0).swift" },
      swiftSettings: settings),
    .testTarget(
      name: "ServiceTests",
      dependencies: common + flyingFox + ["Tally", "TestSupport", "service"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
