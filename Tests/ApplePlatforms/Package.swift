// swift-tools-version: 6.2
import PackageDescription

// The settings of the root package.
let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]
let settings =
  Context.environment["LIFECYCLEBUS_WARNINGS_AS_ERRORS"] == nil
  ? features : features + [.treatAllWarnings(as: .error)]
// Foundation is built without library evolution here, and the compiler warns of that each time.
let standIn = features + [.unsafeFlags(["-enable-library-evolution", "-suppress-warnings"])]

/// Makes one module name mean another module, for one target.
func alias(_ name: String, _ module: String) -> SwiftSetting {
  .unsafeFlags(["-module-alias", "\(name)=\(module)"])
}

/// A stand-in for a framework, the package's sources compiled against it, and tests that use it as
/// the system.
///
/// The module alias makes `import UIKit` and `canImport(UIKit)` mean the stand-in for that target
/// only, so that each target sees one framework. Library evolution makes the enumerations of the
/// stand-in as open as those of the real framework.
func platform(_ framework: String, and others: [Target] = []) -> [Target] {
  let bus = "LifecycleBusOn\(framework)"
  let delegates = "DelegatesOn\(framework)"
  let push = "RemoteNotificationsOn\(framework)"
  let system = "StandIn\(framework)"
  let standIns = [
    alias(framework, system), alias("UserNotifications", "StandInUserNotifications"),
  ]
  let onBus = settings + standIns + [alias("LifecycleBus", bus)]
  let onDelegates = onBus + [alias("LifecycleBusDelegates", delegates)]

  return [
    module(system, ["StandInUserNotifications"], standIn),
    module(bus, [system], settings + standIns),
    module(delegates, [bus, system], onBus),
    module(push, [bus, delegates, system], onDelegates),
    .testTarget(
      name: "\(framework)Tests",
      dependencies: named([bus, delegates, push, system] + others.map(\.name)),
      swiftSettings: onDelegates + [
        alias("LifecycleBusRemoteNotifications", push),
        // The toolchain has no overlay that joins its Testing with a stand-in.
        .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]),
      ]),
  ] + others
}

func module(_ name: String, _ dependencies: [String], _ settings: [SwiftSetting]) -> Target {
  .target(name: name, dependencies: named(dependencies), swiftSettings: settings)
}

func named(_ targets: [String]) -> [Target.Dependency] { targets.map { .target(name: $0) } }

/// The example apps of Docs/Examples, compiled as apps are.
let scenesNotes = example(
  "ScenesNotes", on: "UIKit", ["Delegates", "Listeners"],
  ["UIKit": "StandInUIKit", "UserNotifications": "StandInUserNotifications"])
let swiftUIDraft = example(
  "SwiftUIDraft", on: "UIKit", ["Listeners"],
  ["UIKit": "StandInUIKit", "SwiftUI": "StandInSwiftUI"])
let macEditor = example("MacEditor", on: "AppKit", ["Delegates"], ["AppKit": "StandInAppKit"])

/// The child processes of `QuitTests`.
let quit = program("quit", "LifecycleBusOnAppKit", "DelegatesOnAppKit", "StandInAppKit")

/// An example app twice: in Swift 6 mode, and as Xcode 26 sets up a new app, in Swift 5 mode with the
/// main actor as the default.
func example(
  _ name: String, on framework: String, _ products: [String], _ standIns: [String: String]
) -> [Target] {
  let modules = ["LifecycleBus": "LifecycleBusOn\(framework)"].merging(
    products.map { ($0 == "Listeners" ? $0 : "LifecycleBus\($0)", "\($0)On\(framework)") }
  ) { $1 }
  let aliases = modules.merging(standIns) { $1 }.sorted { $0.key < $1.key }.map { alias($0, $1) }
  let xcode: [SwiftSetting] = [.swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)]

  return [(name, settings), ("\(name)AsXcode", settings + xcode)].map { name, settings in
    .executableTarget(
      name: name,
      dependencies: named(modules.values.sorted() + standIns.values.sorted()),
      swiftSettings: settings + aliases)
  }
}

/// A program, to list the symbols that it is linked with.
func program(_ name: String, _ dependencies: String...) -> Target {
  .executableTarget(name: name, dependencies: named(dependencies), swiftSettings: settings)
}

let package = Package(
  name: "ApplePlatforms",
  platforms: [.macOS(.v13)],
  targets: platform("UIKit", and: scenesNotes + swiftUIDraft)
    + platform("AppKit", and: [quit] + macEditor)
    + platform("WatchKit")
    + [
      module("StandInDarwin", [], standIn), module("StandInUserNotifications", [], standIn),
      module("StandInSwiftUI", ["StandInUIKit"], standIn),
      .target(
        name: "ListenersOnUIKit",
        dependencies: ["LifecycleBusOnUIKit", "StandInUIKit", "StandInDarwin"],
        exclude: ["Listeners/PrivacyInfo.xcprivacy"],
        swiftSettings: settings + [
          alias("LifecycleBus", "LifecycleBusOnUIKit"), alias("UIKit", "StandInUIKit"),
          alias("Darwin", "StandInDarwin"),
        ]),
      module(
        "SignalsOnUIKit", ["LifecycleBusOnUIKit"],
        settings + [alias("LifecycleBus", "LifecycleBusOnUIKit")]),
      program("app-without-push", "LifecycleBusOnUIKit", "DelegatesOnUIKit"),
      program("app-with-push", "DelegatesOnUIKit", "RemoteNotificationsOnUIKit"),
      .executableTarget(name: "declarations", swiftSettings: settings),
    ],
  swiftLanguageModes: [.v6]
)
