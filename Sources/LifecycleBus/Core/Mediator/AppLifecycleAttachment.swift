/// The attachment of one listener to a mediator or to a group.
///
/// Dropping the attachment does not end it, so you may ignore the value that `attach` returns.
///
/// ```swift
/// let attachment = mediator.attach(cache)
/// attachment.detach()  // the cache is not called again, not even for the event being relayed
/// ```
///
/// You may detach the listener inside any callback. Detaching it twice, or after the mediator is
/// gone, does nothing. The attachment keeps neither the mediator nor, once it has ended, the
/// listener.
@MainActor
public final class AppLifecycleAttachment {
  /// `nil` once the attachment has ended.
  private(set) weak var list: ListenerList?
  /// `nil` for a value.
  let identity: ObjectIdentifier?
  let priority: Int
  let isGroup: Bool
  /// Set for a listener whose methods are `async`.
  let turns: AsyncTurns?
  /// The listener, if it is kept. An object of its own, because a call would otherwise copy it.
  private(set) var kept: Kept?
  private weak var object: (any AppLifecycleListener & AnyObject)?
  private var knownName: String?

  final class Kept {
    let listener: any AppLifecycleListener

    init(_ listener: any AppLifecycleListener) { self.listener = listener }
  }

  /// `weakly`: the listener again, if it is not kept.
  init(
    _ listener: any AppLifecycleListener, weakly: (any AppLifecycleListener & AnyObject)?,
    identity: ObjectIdentifier?, priority: Int, in list: ListenerList
  ) {
    (self.list, self.identity, self.priority) = (list, identity, priority)
    isGroup = listener is ListenerGroup
    turns = listener is any AppLifecycleAsyncListener ? AsyncTurns() : nil
    object = weakly
    if weakly == nil { kept = Kept(listener) }
  }

  /// True until the listener is detached or freed, or the mediator or the group is gone.
  public var isAttached: Bool { kept != nil || object != nil }

  /// Ends the attachment. The listener is not called again.
  public func detach() { list?.remove(self) }

  /// `nil` once the listener is detached or freed.
  package var listener: (any AppLifecycleListener)? { kept?.listener ?? object }

  package var group: ListenerGroup? { isGroup ? listener as? ListenerGroup : nil }

  /// The listener's own name or its type's. It is read once, because the casts cost as much as ten
  /// calls.
  package var name: String {
    if let knownName { return knownName }
    guard let listener else { return "listener that is gone" }
    let name = (listener as? any AppNamedListener)?.listenerName ?? "\(type(of: listener))"
    knownName = name
    return name
  }

  func keep(_ listener: any AppLifecycleListener) {
    if kept == nil { kept = Kept(listener) }
  }

  /// Returns what the caller releases when its own state is in order.
  func end() -> Kept? {
    let former = kept
    (kept, list, object) = (nil, nil, nil)
    return former
  }
}
