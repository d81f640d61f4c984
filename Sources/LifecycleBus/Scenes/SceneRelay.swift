import Foundation

/// Relays the scenes' own events to the listeners that adopt them, one event at a time.
///
/// The mediator owns it; the observers hold on to it, and through it to the mediator's relay.
@MainActor
final class SceneRelay {
  private let relay: Relay
  private var ledger = SceneLedger<AppSceneID>()
  /// To notice a scene that was freed without being disconnected: its address may be used again.
  private var known: [AppSceneID: WeakScene] = [:]
  private let inbox = PostInbox<PostedSceneEvent>()
  private var queue: [PostedSceneEvent] = []
  private var isRelaying = false
  private var centers: [NotificationCenter] = []

  private struct WeakScene {
    weak var scene: AnyObject?
  }

  init(_ relay: Relay) { self.relay = relay }

  /// Says whether a center is new here.
  func takes(_ center: NotificationCenter) -> Bool {
    guard !centers.contains(where: { $0 === center }) else { return false }
    centers.append(center)
    return true
  }

  var connectedCount: Int {
    sweep()
    return ledger.connectedCount
  }

  var visibleCount: Int {
    sweep()
    return ledger.visibleCount
  }

  /// Takes in what an observer heard, on the thread of the post.
  nonisolated func hear(_ event: AppSceneEvent, _ object: Any?) {
    let isHere = MainActorCheck.isOnMainActor
    let posted = PostedSceneEvent(event: event, object: object, isFromElsewhere: !isHere)
    let isFirst = inbox.append(posted)
    if isHere {
      Self.fetchHere(self)
    } else if isFirst {
      MainActorCheck.later { self.fetch() }
    }
  }

  /// `fetch`, callable where `MainActorCheck` has just said that this is the main actor: the two
  /// function types differ in isolation only. As in ``Relay``; `MainActor.assumeIsolated` would ask
  /// again, and trap where it differs.
  private nonisolated static let fetchHere: @Sendable (SceneRelay) -> Void = {
    let isolated: @MainActor @Sendable (SceneRelay) -> Void = { $0.fetch() }
    return unsafeBitCast(isolated, to: (@Sendable (SceneRelay) -> Void).self)
  }()

  private func fetch() {
    guard relay.isOpen, case .events(let waiting) = inbox.fetch() else { return }
    queue += waiting
    guard !isRelaying else { return }
    isRelaying = true
    while !queue.isEmpty {
      let batch = queue
      queue = []
      for posted in batch { pass(posted) }
    }
    isRelaying = false
  }

  private func pass(_ posted: PostedSceneEvent) {
    let event = posted.event
    if posted.isFromElsewhere { relay.report(.scenePostedOffMain(event)) }
    guard let object = posted.object, type(of: object) is AnyClass else {
      relay.report(.sceneMissing(event))
      return
    }
    sweep()
    let scene = object as AnyObject
    let id = AppSceneID(scene)
    let previous = ledger.note(event, of: id)
    known[id] = event == .didDisconnect ? nil : WeakScene(scene: scene)
    let context = AppSceneContext(
      id: id, scene: scene, state: event.resultingState, previousState: previous,
      visibleSceneCount: ledger.visibleCount)
    let adopters = relay.requests.adopters(of: .scenes, as: (any AppSceneListener).self)
    let isMirrored = event.direction == .down && relay.policy.order == .mirrored
    for adopter in isMirrored ? adopters.reversed() : adopters where adopter.place.isPresent {
      adopter.role.tell(event, context)
      if adopter.place.isPresent { adopter.role.onAppSceneEvent(event, context) }
    }
  }

  private func sweep() {
    for (id, entry) in known where entry.scene == nil {
      known[id] = nil
      ledger.forget(id)
    }
  }
}

extension AppSceneListener {
  /// Calls the one method that is named after the event.
  fileprivate func tell(_ event: AppSceneEvent, _ scene: AppSceneContext) {
    switch event {
    case .willConnect: onAppSceneWillConnect(scene)
    case .willEnterForeground: onAppSceneWillEnterForeground(scene)
    case .didActivate: onAppSceneDidActivate(scene)
    case .willDeactivate: onAppSceneWillDeactivate(scene)
    case .didEnterBackground: onAppSceneDidEnterBackground(scene)
    case .didDisconnect: onAppSceneDidDisconnect(scene)
    }
  }
}

/// A scene's event on its way to the relay.
private struct PostedSceneEvent: @unchecked Sendable {
  // Proof for @unchecked: the object is handed to observers on whatever thread by
  // NotificationCenter itself; the relay touches it on the main actor only, and passes it on
  // without looking inside.
  let event: AppSceneEvent
  let object: Any?
  let isFromElsewhere: Bool
}
