import Foundation
import LifecycleBus
import TestSupport

/// A fake of a window.
final class Scene: NSObject {}

/// A journal that several scene listeners share: "name.event".
@MainActor
final class SceneLog {
  private(set) var lines: [String] = []
  private(set) var contexts: [AppSceneContext] = []
  var action: @MainActor (AppSceneEvent, AppSceneContext) -> Void = { _, _ in }

  func listener(_ name: String) -> LoggingSceneListener { LoggingSceneListener(name, self) }

  /// Releases the scenes, too.
  func forget() {
    lines = []
    contexts = []
  }

  fileprivate func write(_ name: String, _ event: AppSceneEvent, _ context: AppSceneContext) {
    lines.append("\(name).\(event)")
    contexts.append(context)
    action(event, context)
  }
}

final class LoggingSceneListener: AppSceneListener {
  private let name: String
  private let log: SceneLog
  private(set) var appEvents: [AppLifecycleEvent] = []

  init(_ name: String, _ log: SceneLog) {
    self.name = name
    self.log = log
  }

  func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
    log.write(name, event, scene)
  }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    appEvents.append(event)
  }
}

/// Implements every method; each names its event with its own word, so that a wrong wiring shows.
final class EverySceneMethod: AppSceneListener {
  private(set) var heard: [String] = []
  var action: @MainActor () -> Void = {}

  private func typed(_ event: String) {
    heard.append("typed \(event)")
    action()
  }

  func onAppSceneWillConnect(_ scene: AppSceneContext) { typed("willConnect") }
  func onAppSceneWillEnterForeground(_ scene: AppSceneContext) { typed("willEnterForeground") }
  func onAppSceneDidActivate(_ scene: AppSceneContext) { typed("didActivate") }
  func onAppSceneWillDeactivate(_ scene: AppSceneContext) { typed("willDeactivate") }
  func onAppSceneDidEnterBackground(_ scene: AppSceneContext) { typed("didEnterBackground") }
  func onAppSceneDidDisconnect(_ scene: AppSceneContext) { typed("didDisconnect") }
  func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
    heard.append("any \(event)")
  }
}

/// Posts scene events on a thread of its own.
struct ScenePoster: @unchecked Sendable {
  // Proof for @unchecked: NotificationCenter is documented as thread-safe, though not declared
  // Sendable everywhere.
  private let center: NotificationCenter

  init(_ center: NotificationCenter) { self.center = center }

  /// Returns when the events have been posted.
  func postElsewhere(_ events: [AppSceneEvent], _ scene: Scene) async {
    let posted = Gate()
    start(events, scene) { posted.open() }
    await posted.wait()
  }

  /// The same, and blocks the caller meanwhile.
  func blockingPostElsewhere(_ events: [AppSceneEvent], _ scene: Scene) {
    let posted = DispatchSemaphore(value: 0)
    start(events, scene) { posted.signal() }
    posted.wait()
  }

  private func start(
    _ events: [AppSceneEvent], _ scene: Scene, then: @escaping @Sendable () -> Void
  ) {
    // An object without state may be passed to any thread.
    nonisolated(unsafe) let scene = scene
    Thread.detachNewThread {
      for event in events { center.post(name: event.notificationName, object: scene) }
      then()
    }
  }
}
