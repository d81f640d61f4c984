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

let bus = Target.Dependency.product(name: "LifecycleBus", package: "LifecycleBus")
let delegates = Target.Dependency.product(name: "LifecycleBusDelegates", package: "LifecycleBus")
let signals = Target.Dependency.product(name: "LifecycleBusSignals", package: "LifecycleBus")

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "LifecycleBus", path: "../..")],
  targets: [
    .target(
      name: "BenchmarkListeners", dependencies: [bus], path: "BenchmarkListeners",
      swiftSettings: settings),
    .executableTarget(
      name: "relay-benchmark",
      dependencies: [
        bus, delegates, "BenchmarkListeners",
        .product(name: "Listeners", package: "LifecycleBus"),
      ], path: "RelayBenchmark",
      swiftSettings: settings),
    .executableTarget(
      name: "posts", dependencies: ["BenchmarkListeners"], path: "Posts",
      swiftSettings: settings),
    .executableTarget(
      name: "signal-benchmark", dependencies: [bus, signals], path: "SignalBenchmark",
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
