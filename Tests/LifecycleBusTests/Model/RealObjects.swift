import Foundation
import LifecycleBus
import TestSupport

/// A part of a listener, or a payload: performs the script of its number when it goes.
final class Parting: @unchecked Sendable {
  // Proof for @unchecked: `isQuiet` is set before the object is handed to another thread; the rest
  // does not change.
  let key: Int
  private weak let bus: RealBus?
  private let live: LockedCount
  /// Whether another thread releases it at any moment, so that a script would have no fixed place.
  var isQuiet = false

  @MainActor
  init(_ key: Int, _ bus: RealBus) {
    (self.key, self.bus, live) = (key, bus, bus.live)
    live.increment()
  }

  deinit {
    live.decrement()
    if Elsewhere.isCurrent { return }
    let (key, bus, isQuiet) = (key, bus, isQuiet)
    MainActor.assumeIsolated {
      if isQuiet { bus?.readAndDetach(key - ActSequence.deinits) } else { bus?.part(key) }
    }
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

/// The only reference to an object, which another thread may release.
final class Held<Object>: @unchecked Sendable {
  // Proof for @unchecked: the main actor hands it over and does not use it afterwards.
  var object: Object?
  init(_ object: Object) { self.object = object }
}
