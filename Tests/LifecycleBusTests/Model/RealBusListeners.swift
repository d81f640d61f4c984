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
}

extension RealListener {
  var listenerName: String { "L\(id)" }

  func heard(_ event: AppLifecycleEvent, _ context: AppLifecycleContext) -> Seen {
    .heard(
      listener: id, event, context.state, before: context.previousState, context.origin)
  }
}

extension RealBus {
  func object(_ id: Int) -> any AppLifecycleListener & AnyObject {
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

  init(_ id: Int, _ bus: RealBus) { (self.id, self.bus) = (id, bus) }

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

  init(_ id: Int, _ bus: RealBus) { (self.id, self.bus) = (id, bus) }

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

  init(_ id: Int, _ bus: RealBus) { (self.id, self.bus) = (id, bus) }

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
      .heard(listener: id, event, context.state, before: context.previousState, context.origin))
  }
}

final class RealScene: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

/// Tells the bus what a mediator's probe receives.
final class RealProbe: AppLifecycleProbe {
  private let id: Int
  private weak var bus: RealBus?

  init(_ id: Int, _ bus: RealBus) { (self.id, self.bus) = (id, bus) }

  func relayWillBegin(_ context: AppLifecycleContext) {
    bus?.see(.probeBegins(mediator: id, context.event))
  }

  func relayDidCall(_ call: AppLifecycleProbeCall) {
    bus?.see(
      .probeSees(mediator: id, call.event, listener: call.listener, isReplay: call.isReplay))
  }

  func relayDidEnd(_ context: AppLifecycleContext) {
    bus?.see(.probeEnds(mediator: id, context.event))
  }
}

/// The system's assertion behind the holds of a mediator.
final class RealTime: AppLifecycleBackgroundTime {
  private let id: Int
  private weak var bus: RealBus?
  private var expiration: (@MainActor @Sendable () -> Void)?

  init(_ id: Int, _ bus: RealBus) { (self.id, self.bus) = (id, bus) }

  func begin(_ reason: String, onExpiration: @escaping @MainActor @Sendable () -> Void) {
    expiration = onExpiration
    bus?.see(.timeBegins(mediator: id, reason))
  }

  func end() { bus?.see(.timeEnds(mediator: id)) }

  /// Runs out, also when the assertion has ended already.
  func runOut() { expiration?() }
}

/// Another thread, on which code runs while the caller waits.
enum Elsewhere {
  private static let queue = DispatchQueue(label: "elsewhere")

  static func post(_ event: AppLifecycleEvent, on center: NotificationCenter) {
    let poster = RemotePoster(center)
    run { poster.postHere(event) }
  }

  static func post(_ event: AppSceneEvent, scene: RealScene, on center: NotificationCenter) {
    let center = SharedCenter(center: center)
    run { center.center.post(name: event.notificationName, object: scene) }
  }

  static func run(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    queue.async {
      body()
      isDone.signal()
    }
    isDone.wait()
  }

  private struct SharedCenter: @unchecked Sendable {
    // Proof for @unchecked: NotificationCenter is documented as thread-safe, though not declared
    // Sendable everywhere.
    let center: NotificationCenter
  }
}
