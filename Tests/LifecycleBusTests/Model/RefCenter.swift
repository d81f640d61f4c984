import LifecycleBus

/// A notification center of the reference: who observes it, and what is to be done there.
///
/// Two centers that have a mediator in common are linked: both together deliver one post at a time.
@MainActor
final class RefCenter {
  /// The mediators that observe the app's events, or those of scenes.
  final class Channel {
    var mediators: [RefMediator] = []
  }

  /// What came from other threads, until the main actor takes it.
  enum Item {
    case post(RefPost)
    case departure(RefMediator)
  }

  var app = Channel()
  var scene = Channel()
  /// The first is performed next.
  var jobs: [Reference.Job] = []
  var inbox: [Item] = []
  /// The payloads of the posts, which are released when none waits any more.
  var payloads: [RefPayload] = []
  /// Whether posts wait, because an event or a replay is under way here.
  var isDelivering = false
  /// Whether a post of `willTerminate` is being delivered before others.
  var isUrgent = false
  private(set) var linked: [RefCenter] = []

  var isBusy: Bool { isDelivering || linked.contains(where: \.isDelivering) }

  func link(with other: RefCenter) {
    if linked.contains(where: { $0 === other }) { return }
    linked.append(other)
    other.linked.append(self)
  }

  /// Removes a mediator. Without its last one, a channel ends: what waits for it is lost, and a later
  /// mediator has a new one.
  func remove(_ mediator: RefMediator, from channel: ReferenceWritableKeyPath<RefCenter, Channel>) {
    self[keyPath: channel].mediators.removeAll { $0 === mediator }
    if self[keyPath: channel].mediators.isEmpty { self[keyPath: channel] = Channel() }
  }

  /// Without mediators, the center is linked with no other, and what waits is lost. Returns its
  /// payloads.
  func endIfUnused() -> [RefPayload] {
    guard app.mediators.isEmpty, scene.mediators.isEmpty, !isDelivering else { return [] }
    for other in linked { other.linked.removeAll { $0 === self } }
    defer { (linked, jobs, payloads) = ([], [], []) }
    return payloads
  }
}

struct RefPost {
  enum Content {
    case app(AppLifecycleEvent)
    case scene(AppSceneEvent, Int)
  }

  let content: Content
  let channel: RefCenter.Channel
  var payload: RefPayload?
  var isElsewhere = false
}
