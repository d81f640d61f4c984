import Foundation
import LifecycleBus
import LifecycleBusDelegates
import TestSupport

/// A listener with an identity that tells the bus what it receives.
@MainActor
protocol RealListener: AnyObject, AppNamedListener {
  var id: Int { get }
  var bus: RealBus? { get }
  var wasKept: Bool { get set }
  var parting: Parting { get }
}

extension RealListener {
  var listenerName: String { "L\(id)" }

  func heard(_ event: AppLifecycleEvent, _ context: AppLifecycleContext) -> Seen {
    .heard(
      listener: id, event, context.state, before: context.previousState, context.origin,
      payload: context.payload)
  }
}

extension AppLifecycleContext {
  /// The number of the object that was posted with the event.
  var payload: Int? {
    (userInfo?["payload"] as? Parting).map { $0.key - ActSequence.payloads }
  }
}

extension RealBus {
  func object(_ id: Int) -> any RealListener {
    switch ActSequence.Kind(of: id) {
    case .typed, .value: TypedListener(id, self)
    case .scene: SceneListener(id, self)
    case .answering: AnsweringListener(id, self)
    }
  }
}

/// Acts in the event's own method.
private final class TypedListener: RealListener {
  let id: Int
  weak var bus: RealBus?
  var wasKept = false
  let parting: Parting

  init(_ id: Int, _ bus: RealBus) {
    (self.id, self.bus) = (id, bus)
    parting = Parting(ActSequence.deinits + id, bus)
  }

  func onAppDidFinishLaunching() { typed(.didFinishLaunching) }
  func onAppWillEnterForeground() { typed(.willEnterForeground) }
  func onAppDidBecomeActive() { typed(.didBecomeActive) }
  func onAppWillResignActive() { typed(.willResignActive) }
  func onAppDidEnterBackground() { typed(.didEnterBackground) }
  func onAppWillTerminate() { typed(.willTerminate) }
  func onAppDidReceiveMemoryWarning() { typed(.didReceiveMemoryWarning) }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    bus?.see(heard(event, context))
  }

  private func typed(_ event: AppLifecycleEvent) {
    bus?.call(id, .typed(listener: id, event))
  }
}

private final class SceneListener: RealListener, AppSceneListener {
  let id: Int
  weak var bus: RealBus?
  var wasKept = false
  let parting: Parting

  init(_ id: Int, _ bus: RealBus) {
    (self.id, self.bus) = (id, bus)
    parting = Parting(ActSequence.deinits + id, bus)
  }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    bus?.call(id, heard(event, context))
  }

  func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
    guard let number = (scene.scene as? RealScene)?.number else { return }
    bus?.call(
      id,
      .scene(
        listener: id, event, scene: number, scene.state, before: scene.previousState,
        visible: scene.visibleSceneCount))
  }
}

private final class AnsweringListener: RealListener, AppURLOpening, AppTerminationDeciding,
  AppBackgroundFetching
{
  let id: Int
  weak var bus: RealBus?
  var wasKept = false
  let parting: Parting

  init(_ id: Int, _ bus: RealBus) {
    (self.id, self.bus) = (id, bus)
    parting = Parting(ActSequence.deinits + id, bus)
  }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    bus?.call(id, heard(event, context))
  }

  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
    bus?.call(id, .asked(listener: id))
    return Answers.opens(id)
  }

  func onAppShouldTerminate() -> AppTerminationReply {
    bus?.call(id, .asked(listener: id))
    return Answers.reply(id)
  }

  // A yes would wait for the holds, with the mediator.
  func onAppDecideTermination() async -> Bool { false }

  func onAppPerformFetch() async -> AppLifecycleFetchResult {
    bus?.see(.asked(listener: id))
    return Answers.hasData(id) ? .newData : .noData
  }
}

struct ValueListener: AppNamedListener {
  let id: Int
  let bus: WeakBus

  struct WeakBus {
    weak var bus: RealBus?
  }

  init(_ id: Int, _ bus: RealBus) { (self.id, self.bus) = (id, WeakBus(bus: bus)) }

  var listenerName: String { "L\(id)" }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    bus.bus?.call(
      id,
      .heard(
        listener: id, event, context.state, before: context.previousState, context.origin,
        payload: context.payload))
  }
}
