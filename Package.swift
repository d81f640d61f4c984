// swift-tools-version: 6.2
import PackageDescription

let features = [
  "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault",
  "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
].map { SwiftSetting.enableUpcomingFeature($0) }
/// In the libraries each unsafe expression is marked.
let strict = features + [.strictMemorySafety()]

/// Xcode builds no program for a simulator, and stops where a package has one; there this variable
/// leaves out the programs, and the tests that are about processes with them.
let hasPrograms = Context.environment["LIFECYCLEBUS_WITHOUT_PROGRAMS"] == nil
let libraries: [Target.Dependency] = [
  "LifecycleBus", "LifecycleBusSignals", "LifecycleBusDelegates", "Listeners",
]
let testing = libraries + ["TestSupport"] + (hasPrograms ? ["probe", "journal"] : [])

/// Apple's tools expect the privacy manifest in a bundle. Elsewhere the bundle would only add code
/// that looks for it by an absolute path.
#if os(macOS)
  let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")], notElsewhere: [String] = []
#else
  let privacyManifest: [Resource] = [], notElsewhere = ["PrivacyInfo.xcprivacy"]
#endif

/// `probe` is all the children that tests start.
let programs: [Target] = [
  program("journal", "Docs/Examples/Journal", libraries),
  program("probe", "Tests/Support/probe", libraries + ["TestSupport"]),
  tests("LifecycleBusSignalsTests"), tests("ListenersTests"),
]

func library(
  _ name: String, _ folder: String, _ dependencies: [Target.Dependency] = ["LifecycleBus"]
) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/\(folder)", swiftSettings: strict)
}

func program(_ name: String, _ folder: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: folder, swiftSettings: features)
}

func tests(_ name: String) -> Target {
  .testTarget(name: name, dependencies: testing, swiftSettings: features)
}

let package = Package(
  name: "LifecycleBus",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    "LifecycleBus", "LifecycleBusSignals", "LifecycleBusDelegates",
    "LifecycleBusRemoteNotifications", "Listeners",
  ].map { .library(name: $0, targets: [$0]) },
  targets: [
    library("LifecycleBus", "LifecycleBus/Core", []),
    library("LifecycleBusSignals", "LifecycleBus/Signals"),
    library("LifecycleBusDelegates", "LifecycleBus/Delegates"),
    // Apart from the other delegates, because the App Store looks for push methods in every module
    // that an app links.
    library(
      "LifecycleBusRemoteNotifications", "LifecycleBus/RemoteNotifications",
      ["LifecycleBus", "LifecycleBusDelegates"]),
    .target(
      name: "Listeners", dependencies: ["LifecycleBus"], exclude: notElsewhere,
      resources: privacyManifest, swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["LifecycleBus"], path: "Tests/Support/TestSupport",
      swiftSettings: features),
    tests("LifecycleBusTests"), tests("LifecycleBusDelegatesTests"),
    .testTarget(
      name: "RecipeTests", dependencies: ["LifecycleBus", "Listeners"],
      path: "Tests/RecipeTests/Swift6", swiftSettings: features),
    .testTarget(
      name: "RecipeInSwift5Tests", dependencies: ["LifecycleBus", "Listeners"],
      path: "Tests/RecipeTests/Swift5", swiftSettings: [.swiftLanguageMode(.v5)]),
  ] + (hasPrograms ? programs : []),
  swiftLanguageModes: [.v6]
)
