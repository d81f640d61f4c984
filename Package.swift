// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors where the environment asks for it, as `.ci/run` does. Unconditionally in the
/// manifest, the setting stops every package that depends on this one under Xcode and swift-build:
/// both suppress the warnings of a dependency, and the two options exclude each other.
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

/// The samples of the pages.
let pagePrograms = ["ArticleSamples", "FirstSample"]

/// The programs that the tests run as child processes, each in a folder of its name.
let programs = [
  "AsyncHostingProbe",
  "FilesChild",
  "FullScreenSample",
  "HostingProbe",
  "JobShell",
  "LineSample",
  "ServiceChild",
  "SignalProbe",
  "SignalSample",
  "SocketServer",
]

/// What tests and their programs use: all products without push.
let everything: [Target.Dependency] = [
  "LifecycleBus", "LifecycleBusSignals", "LifecycleBusDelegates", "Listeners",
]

/// Leaves the tests of the library alone, without those of shells, supervisors and pages, for
/// `.ci/sanitized`.
let isLibraryOnly = Context.environment["LIFECYCLEBUS_LIBRARY_TESTS"] != nil

/// Programs are built for macOS and Linux only. For a phone, a watch or a television Xcode stops at
/// them ("unable to resolve product type"), also where nothing depends on them. There the environment
/// leaves them out, and with them the tests of the demo and of signals.
let hasPrograms = Context.environment["LIFECYCLEBUS_WITHOUT_PROGRAMS"] == nil

let builtPrograms =
  !hasPrograms ? [] : programs + ["journal"] + (isLibraryOnly ? [] : pagePrograms)

/// The dependencies of tests that run these programs.
func running(_ programs: String...) -> [Target.Dependency] {
  programs.filter(builtPrograms.contains).map {
    .target(name: $0, condition: .when(platforms: [.macOS, .linux]))
  }
}

let programTargets: [Target] = builtPrograms.filter { $0 != "journal" }.map { name in
  .executableTarget(
    name: name, dependencies: everything + ["TestSupport"],
    path: "Tests/Support/\(name)", swiftSettings: settings)
}

let libraryTests: [Target] = [
  .testTarget(
    name: "LifecycleBusTests",
    dependencies: everything + ["TestSupport"]
      + running(
        "HostingProbe", "AsyncHostingProbe", "JobShell", "SignalProbe", "SignalSample",
        "FullScreenSample", "LineSample", "SocketServer", "journal"),
    exclude: hasPrograms ? [] : ["Signals"], swiftSettings: settings),
  .testTarget(
    name: "ListenersTests",
    dependencies: everything + ["TestSupport"] + running("FilesChild", "ServiceChild"),
    swiftSettings: settings),
]

/// The demo and its tests.
let journal: [Target] = [
  .executableTarget(
    name: "journal",
    dependencies: ["LifecycleBus", "LifecycleBusSignals", "Listeners"],
    path: "Docs/Examples/Journal", swiftSettings: settings),
  .testTarget(
    name: "JournalTests", dependencies: ["TestSupport"] + running("JobShell", "journal"),
    swiftSettings: settings),
]

let otherTests: [Target] = [
  .testTarget(
    name: "ReadmeTests",
    dependencies: everything + ["LifecycleBusRemoteNotifications", "TestSupport"]
      + running("ArticleSamples", "FirstSample", "journal"),
    swiftSettings: settings),
  .testTarget(
    name: "RecipeTests", dependencies: ["LifecycleBus", "Listeners"],
    path: "Tests/RecipeTests/Swift6", swiftSettings: settings),
  .testTarget(
    name: "RecipeInSwift5Tests", dependencies: ["LifecycleBus", "Listeners"],
    path: "Tests/RecipeTests/Swift5",
    swiftSettings: warnings + [.swiftLanguageMode(.v5)]),
]

/// The tests of shells and supervisors.
let world: [Target] = [
  .testTarget(
    name: "WorldTests",
    dependencies: ["TestSupport"] + running("JobShell", "SignalProbe", "SignalSample"),
    swiftSettings: settings)
]

/// Apple's tools expect the privacy manifest in a bundle. Elsewhere the bundle would only add code
/// that looks for it by an absolute path.
#if os(macOS)
  let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
  let leftOut: [String] = []
#else
  let privacyManifest: [Resource] = []
  let leftOut = ["PrivacyInfo.xcprivacy"]
#endif

let package = Package(
  name: "LifecycleBus",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "LifecycleBus", targets: ["LifecycleBus"]),
    .library(name: "LifecycleBusSignals", targets: ["LifecycleBusSignals"]),
    .library(name: "LifecycleBusDelegates", targets: ["LifecycleBusDelegates"]),
    .library(
      name: "LifecycleBusRemoteNotifications", targets: ["LifecycleBusRemoteNotifications"]),
    .library(name: "Listeners", targets: ["Listeners"]),
  ],
  targets: [
    // The linker keeps each type of a module that a program links, so what few programs need is a
    // module of its own.
    .target(
      name: "LifecycleBus", path: "Sources/LifecycleBus/Core", swiftSettings: settings),
    .target(
      name: "LifecycleBusSignals", dependencies: ["LifecycleBus"],
      path: "Sources/LifecycleBus/Signals", swiftSettings: settings),
    .target(
      name: "LifecycleBusDelegates", dependencies: ["LifecycleBus"],
      path: "Sources/LifecycleBus/Delegates", swiftSettings: settings),
    // Apart from the other delegates, because the App Store looks for push methods in every module
    // that an app links.
    .target(
      name: "LifecycleBusRemoteNotifications",
      dependencies: ["LifecycleBus", "LifecycleBusDelegates"],
      path: "Sources/LifecycleBus/RemoteNotifications", swiftSettings: settings),
    .target(
      name: "Listeners", dependencies: ["LifecycleBus"], exclude: leftOut,
      resources: privacyManifest, swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["LifecycleBus"], path: "Tests/Support",
      exclude: programs + pagePrograms, swiftSettings: settings),
  ] + programTargets + libraryTests + (hasPrograms ? journal : [])
    + (isLibraryOnly ? [] : otherTests + (hasPrograms ? world : [])),
  swiftLanguageModes: [.v6]
)
