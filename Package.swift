// swift-tools-version: 6.2
import PackageDescription

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

/// Xcode builds no program for a simulator, and stops where a package has one. This variable leaves
/// out the programs, and the tests that are about processes.
let hasPrograms = Context.environment["LIFECYCLEBUS_WITHOUT_PROGRAMS"] == nil

/// Apple's tools expect the privacy manifest in a bundle. Elsewhere the bundle would only add code
/// that looks for it by an absolute path.
#if os(macOS)
  let bundled: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
  let leftOut: [String] = []
#else
  let bundled: [Resource] = []
  let leftOut = ["PrivacyInfo.xcprivacy"]
#endif

/// Each of them is a product.
let libraries: [Target] = [
  library("LifecycleBus", in: "Sources/LifecycleBus/Core"),
  library("LifecycleBusSignals", in: "Sources/LifecycleBus/Signals", "LifecycleBus"),
  library("LifecycleBusDelegates", in: "Sources/LifecycleBus/Delegates", "LifecycleBus"),
  // A module that implements the push methods is what an app without push must not link.
  library(
    "LifecycleBusRemoteNotifications", in: "Sources/LifecycleBus/RemoteNotifications",
    "LifecycleBus", "LifecycleBusDelegates"),
  .target(
    name: "Listeners", dependencies: ["LifecycleBus"], exclude: leftOut, resources: bundled,
    swiftSettings: features + [.strictMemorySafety()]),
]

let used: [Target.Dependency] = [
  "LifecycleBus", "LifecycleBusSignals", "LifecycleBusDelegates", "Listeners",
]

let tests: [Target] = [
  .target(
    name: "TestSupport", dependencies: ["LifecycleBus"], path: "Tests/Support/TestSupport",
    swiftSettings: features),
  suite("LifecycleBusTests"),
  suite("LifecycleBusDelegatesTests"),
  .testTarget(
    name: "RecipeTests", dependencies: ["LifecycleBus", "Listeners"],
    path: "Tests/RecipeTests/Swift6", swiftSettings: features),
  .testTarget(
    name: "RecipeInSwift5Tests", dependencies: ["LifecycleBus", "Listeners"],
    path: "Tests/RecipeTests/Swift5", swiftSettings: [.swiftLanguageMode(.v5)]),
]

/// `probe` is all children that the tests start.
let programs: [Target] = [
  program("journal", in: "Docs/Examples/Journal", used),
  program("probe", in: "Tests/Support/probe", used + ["TestSupport"]),
  suite("LifecycleBusSignalsTests"),
  suite("ListenersTests"),
]

func library(_ name: String, in path: String, _ dependencies: Target.Dependency...) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path,
    swiftSettings: features + [.strictMemorySafety()])
}

func suite(_ name: String) -> Target {
  let started: [Target.Dependency] = hasPrograms ? ["probe", "journal"] : []
  return .testTarget(
    name: name, dependencies: used + ["TestSupport"] + started, swiftSettings: features)
}

func program(_ name: String, in path: String, _ used: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: used, path: path, swiftSettings: features)
}

let package = Package(
  name: "LifecycleBus",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: libraries.map { .library(name: $0.name, targets: [$0.name]) },
  targets: libraries + tests + (hasPrograms ? programs : []),
  swiftLanguageModes: [.v6]
)
