import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners

/// The samples of the page "Startup, foreground and background".
@MainActor
func startupForegroundBackground() async throws {
  try await startUp()
  await refreshInTheForeground()
  try await actOnReturn()
  await uploadInTheBackground()
}

@MainActor
private func actOnReturn() async throws {
  let refresh = ReturnAction(atMostEvery: .seconds(900)) { _ in print("refresh") }
  let lock = ReturnAction(after: .milliseconds(1)) { _ in print("lock") }
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(
    listeners: [refresh, lock], policy: .lifecycle, notificationCenter: center)
  AppLifecycleScenario.coldLaunchWithoutScenes.play(on: center)
  AppLifecycleScenario.toBackground.play(on: center)
  try await Task.sleep(for: .milliseconds(2))
  AppLifecycleScenario.toForeground.play(on: center)  // too early to refresh
  print(mediator.state)
}

@MainActor
private func startUp() async throws {
  struct Offline: Error {}

  let startup = try StartupCommands {
    StartupCommand("open database") { print("database is open") }
    StartupCommand("warm cache", after: ["open database"], phase: .deferred) { print("warm") }
    StartupCommand("fetch news", timeLimit: .seconds(5)) { throw Offline() }
    StartupCommand("show badge", after: ["fetch news"], phase: .asynchronous) { print("never") }
  }
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(notificationCenter: center)
  mediator.attach(startup, replay: .launch)
  center.post(.didFinishLaunching)
  for entry in await startup.finished().failures { print("\(entry.name): \(entry.outcome)") }
}

final class GatedLinks: AppURLOpening {
  let gate: AppRequestGate
  init(gate: AppRequestGate) { self.gate = gate }

  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
    guard url.scheme == "notes" else { return false }
    return gate.perform("link") { print("show \(url.absoluteString)") }
  }
}

@MainActor
private func refreshInTheForeground() async {
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(
    policy: .lifecycle, notificationCenter: center, initialState: .active)
  let (ticks, tick) = AsyncStream.makeStream(of: Int.self)
  let (shown, show) = AsyncStream.makeStream(of: Int.self)
  let refreshing = ForegroundTask {
    for await number in ticks {
      print("refreshed \(number)")
      show.yield(number)
    }
    print("cancelled: \(Task.isCancelled)")
  }
  mediator.attach(refreshing, replay: .state)  // the app is active already
  tick.yield(1)
  for await _ in shown { break }
  center.post(.willResignActive)
  center.post(.didEnterBackground)
  await refreshing.waitUntilIdle()
}

@MainActor
private func uploadInTheBackground() async {
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(
    policy: .lifecycle, notificationCenter: center, initialState: .active)
  let upload = BackgroundWork("upload", budget: .seconds(20)) {
    print("uploading")
  }
  upload.onOutcome = { print("the upload \($0)") }
  mediator.attach(upload)
  center.post(.didEnterBackground)
  print("open holds: \(mediator.openHolds)")
  let expired = await mediator.waitForHolds(upTo: .seconds(25))
  print("expired: \(expired)")
}
