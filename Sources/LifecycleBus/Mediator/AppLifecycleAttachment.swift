/// The attachment of one listener to a mediator or to a group.
///
/// Dropping an attachment does not end it, so you may ignore what `attach` returns.
///
/// ```swift
/// let attachment = mediator.attach(cache)
/// attachment.detach()  // the cache is not called again, not even for the event being relayed
/// ```
///
/// You may detach inside any callback. Detaching twice, or after the mediator is gone, does
/// nothing. An attachment keeps neither the mediator nor a weakly attached listener alive.
@MainActor
public final class AppLifecycleAttachment {
  /// `nil` once the listener is detached.
  private(set) var store: ListenerStore?
  /// The object that the listener is; `nil` for a value.
  let identity: ObjectIdentifier?
  let priority: Int
  /// The place in the store.
  var index: Int
  /// What the store holds in place of a listener that is not kept.
  var weakly: WeakListener?
  private var knownName: String?
  private var isKnownGroup = false

  init(store: ListenerStore, identity: ObjectIdentifier?, priority: Int, index: Int) {
    self.store = store
    self.identity = identity
    self.priority = priority
    self.index = index
  }

  /// False once the listener is detached or freed, or the mediator or the group is gone.
  public var isAttached: Bool { store != nil && (weakly == nil || weakly?.object != nil) }

  /// Ends the attachment. The listener is not called again.
  ///
  /// The listener is released before this returns; inside a callback, when the current event has
  /// reached every listener.
  public func detach() { store?.remove(self) }

  /// The listener; `nil` once it is detached or freed.
  package var listener: (any AppLifecycleListener)? { store?.entry(of: self)?.target }

  /// The name of the listener in probes and anomalies: its own, or that of its type.
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

  /// Called by the store only.
  func end() {
    store = nil
    weakly = nil
  }
}

/// Holds an object weakly in a store, and passes each event on to it while it lives.
final class WeakListener: AppLifecycleListener {
  private(set) weak var object: (any AppLifecycleListener & AnyObject)?
  /// Set once the object is to be kept after all.
  private var kept: (any AppLifecycleListener & AnyObject)?
  /// The entry that holds this object holds the attachment too.
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
