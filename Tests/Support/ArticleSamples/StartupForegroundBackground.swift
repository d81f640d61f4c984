import Foundation
import LifecycleBus
import Listeners

/// The samples of the page "Startup, foreground and background".
@MainActor
func startupForegroundBackground() async throws {
  try await startUp()
  await refreshInTheForeground()
  await uploadInTheBackground()
}

@MainActor
private func startUp() async throws {
  struct Offline: Error {}

  let startup = try StartupCommands {
    StartupAction("open database") { print("database is open") }
    StartupAction("warm cache", after: "open database", phase: .deferred) { print("cache is warm") }
    AsyncStartupAction("fetch news", timeLimit: .seconds(5)) { throw Offline() }
    AsyncStartupAction("show badge", after: "fetch news") { print("never printed") }
  }
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(notificationCenter: center)
  mediator.attach(startup, replay: .launch)
  await withCheckedContinuation { continuation in
    startup.onCompletion = { _ in continuation.resume() }
    center.post(.didFinishLaunching)
  }
  for entry in startup.report.failures { print("\(entry.name): \(entry.outcome)") }
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
