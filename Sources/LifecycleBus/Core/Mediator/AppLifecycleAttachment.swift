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
/// gone, does nothing. The attachment keeps neither the mediator nor a weakly attached listener
/// alive.
@MainActor
public final class AppLifecycleAttachment {
  private(set) var store: ListenerStore?
  /// `nil` for a value.
  let identity: ObjectIdentifier?
  let priority: Int
  var index: Int
  /// What the store has in place of a listener that is not kept.
  var weakly: WeakListener?
  private var knownName: String?
  private var isKnownGroup = false

  init(store: ListenerStore, identity: ObjectIdentifier?, priority: Int, index: Int) {
    self.store = store
    self.identity = identity
    self.priority = priority
    self.index = index
  }

  /// True until the listener is detached or freed, or the mediator or the group is gone.
  public var isAttached: Bool { store != nil && (weakly == nil || weakly?.object != nil) }

  /// Ends the attachment. The listener is not called again.
  ///
  /// The listener is released before this returns. Inside a callback, it is released after the
  /// current event.
  public func detach() { store?.remove(self) }

  /// `nil` once the listener is detached or freed.
  package var listener: (any AppLifecycleListener)? { store?.entry(of: self)?.target }

  /// The listener's own name or its type's.
  package var name: String {
    lookUp()
    return knownName ?? "listener that is gone"
  }

  var isGroup: Bool {
    lookUp()
    return isKnownGroup
  }

  /// Looks up the name once, because the casts cost as much as ten calls.
  private func lookUp() {
    guard knownName == nil, let listener else { return }
    knownName = (listener as? any AppNamedListener)?.listenerName ?? "\(type(of: listener))"
    isKnownGroup = listener is any AppListenerContainer
  }

  func end() {
    store = nil
    weakly = nil
  }
}

/// Keeps a listener weakly in a store, and passes each event on to it.
final class WeakListener: AppLifecycleListener {
  private(set) weak var object: (any AppLifecycleListener & AnyObject)?
  /// Set when the same object is attached again, to be kept.
  private var kept: (any AppLifecycleListener & AnyObject)?
  /// Unowned, because the store's entry keeps this object and the attachment.
  private unowned let attachment: AppLifecycleAttachment

  init(
    _ object: any AppLifecycleListener & AnyObject, attachment: AppLifecycleAttachment
  ) {
    self.object = object
    self.attachment = attachment
  }

  func keep() { kept = object }

  func onAttach(to mediator: AppLifecycleMediator) { object?.onAttach(to: mediator) }

  func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if let object { object.receive(event, context: context) } else { attachment.detach() }
  }
}
