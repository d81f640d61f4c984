import Foundation
import LifecycleBus
import Listeners

// The "after" of every recipe in Docs/LifecycleBus.docc/FromYourRecipe.md, word for word; a test compares them.

struct OpenDatabase: StartupCommand {
  func execute() throws { try Database.open() }
}

@MainActor
func makeStartup() throws -> StartupCommands {
  try StartupCommands {
    OpenDatabase()
    StartupAction("warm cache", after: "OpenDatabase", phase: .deferred) { try Database.warm() }
  }
}

final class Player: AppLifecycleListener {
  private(set) var isPlaying = true
  func onAppWillResignActive() { isPlaying = false }
}

final class Recorder: AppLifecycleListener {
  private(set) var isClosed = false
  func onAppDidEnterBackground() { isClosed = true }
}

@MainActor
func makeMedia(_ player: Player, _ recorder: Recorder) -> ListenerGroup {
  ListenerGroup("media") {
    player
    recorder
  }
}

final class DeepLinks: AppURLOpening {
  private(set) var opened: [URL] = []

  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
    guard url.host() == "item" else { return false }
    opened.append(url)
    return true
  }
}

final class Analytics: AppLaunchHandling, AppURLOpening {
  private(set) var lines: [String] = []

  func onAppDidFinishLaunching(options: [String: Any]) -> Bool {
    lines.append("launched")
    return true
  }

  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
    lines.append("opened \(url)")
    return false  // it only looks
  }

  func onAppDidEnterBackground() { lines.append("background") }
}

final class News: AppRemoteNotificationReceiving {
  func onAppDidReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any]
  ) async -> AppLifecycleFetchResult {
    guard userInfo["news"] != nil else { return .noData }
    return await fetch() ? .newData : .failed
  }

  private func fetch() async -> Bool { true }
}

/// What the samples work on.
@MainActor
enum Database {
  static var steps: [String] = []
  static func open() throws { steps.append("open") }
  static func warm() throws { steps.append("warm") }
}
