/// A listener that is made of listeners: requests go to those inside, where the container stands.
///
/// The places are read at each request, so listeners may come and go. A container inside a
/// container works too. Events do not reach them through this: passing those on is the container's
/// own task.
@MainActor
public protocol AppListenerContainer: AppRequestListener {
  /// The places of the listeners inside, in the order in which they are asked.
  var containedListeners: [AppContainedListener] { get }
}

/// The place of a listener inside a container.
///
/// Make one when the listener comes in, hand out the same one as long as it stays, and call
/// ``leave()`` when it goes: then it is not asked any more, not even by a request that is under
/// way, and nobody waits for an answer that it owes.
@MainActor
public final class AppContainedListener {
  /// Who sits there.
  public let listener: any AppLifecycleListener
  /// Whether the listener still is inside.
  public private(set) var isPresent = true
  /// What the listener answers, found once.
  let roles: AdopterRoles
  /// Requests under way that want to know when the listener leaves.
  private var watchers: [ObjectIdentifier: any OpenInquiry] = [:]

  /// Makes a place for a listener that comes in.
  public init(_ listener: any AppLifecycleListener) {
    self.listener = listener
    roles = (listener as? any AppRequestListener).map { AdopterRoles(of: $0) } ?? []
  }

  /// The listener goes. Calling it again does nothing.
  public func leave() {
    guard isPresent else { return }
    isPresent = false
    let told = watchers.values
    watchers = [:]
    for inquiry in told { inquiry.withdrawAbsent() }
  }

  /// Tells a request when the listener leaves, until it says that it has ended.
  func addWatcher(_ inquiry: any OpenInquiry) { watchers[ObjectIdentifier(inquiry)] = inquiry }

  func removeWatcher(_ inquiry: any OpenInquiry) { watchers[ObjectIdentifier(inquiry)] = nil }
}
