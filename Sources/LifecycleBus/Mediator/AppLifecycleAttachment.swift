/// The attachment of one listener to a mediator or to a group.
///
/// Events keep arriving until you call ``detach()``; dropping the attachment does not end it, so
/// you may ignore the value that `attach` returns.
///
/// ```swift
/// let attachment = mediator.attach(cache)
/// attachment.detach()  // the cache hears nothing more, not even the rest of the event being relayed
/// ```
///
/// You may detach from inside a callback of any listener. Detaching twice, or after the mediator
/// is gone, does nothing. An attachment keeps neither the mediator nor a weakly attached listener
/// alive.
@MainActor
public final class AppLifecycleAttachment {
  /// Used only while `slot` is set. A store clears the slots of its attachments before it is
  /// released.
  private unowned let store: ListenerStore
  /// Where the listener is stored; `nil` once it is detached.
  private(set) var slot: ListenerSlot.Pointer?
  /// The chunk that `slot` lies in.
  private(set) var chunk: ListenerChunk.Pointer?
  /// The object that the listener is; `nil` for a value.
  let identity: ObjectIdentifier?
  private var extras: Extras?

  init(store: ListenerStore, identity: ObjectIdentifier?) {
    self.store = store
    self.identity = identity
  }

  init(store: ListenerStore, weakly object: any AppLifecycleListener & AnyObject) {
    self.store = store
    identity = ObjectIdentifier(object)
    let extras = Extras()
    extras.weakly = WeakListener(object, attachment: self)
    self.extras = extras
  }

  /// What the slot holds in place of a listener that is not kept. Here too, because a cast costs as
  /// much as ten calls.
  var weakly: WeakListener? { extras?.weakly }

  /// Whether events still arrive: false once the listener is detached or freed, or the mediator or
  /// the group is gone.
  public var isAttached: Bool { slot != nil && (weakly == nil || weakly?.object != nil) }

  /// Ends the attachment. The listener is not called again.
  ///
  /// It is released at once, or at the end of the event that is being relayed.
  public func detach() {
    if slot != nil { store.remove(self) }
  }

  /// The listener; `nil` once it is detached, and for a weakly attached one that was freed.
  package var listener: (any AppLifecycleListener)? {
    guard let slot else { return nil }
    if let weakly { return weakly.object }
    return slot.pointee.listener
  }

  /// The name of the listener in probes and anomalies: its own, or that of its type.
  package var name: String { facts.name }

  /// The listener, if it is made of listeners.
  package var container: (any AppListenerContainer)? {
    facts.isContainer ? listener as? any AppListenerContainer : nil
  }

  /// Facts about the listener that are looked up once, when the first of them is needed.
  private var facts: Facts {
    if let facts = extras?.facts { return facts }
    let facts = Facts(of: listener)
    let extras = extras ?? Extras()
    extras.facts = facts
    self.extras = extras
    return facts
  }

  /// What few attachments need: one word in the others.
  @MainActor
  private final class Extras {
    var weakly: WeakListener?
    var facts: Facts?
  }

  @MainActor
  private struct Facts {
    let name: String
    let isContainer: Bool

    init(of listener: (any AppLifecycleListener)?) {
      name =
        if let listener {
          (listener as? any AppNamedListener)?.listenerName ?? "\(type(of: listener))"
        } else {
          "listener that is gone"
        }
      isContainer = listener is any AppListenerContainer
    }
  }

  // MARK: For the store

  func move(to slot: ListenerSlot.Pointer, in chunk: ListenerChunk.Pointer) {
    self.slot = slot
    self.chunk = chunk
  }

  func end() {
    slot = nil
    extras?.weakly = nil
  }
}

extension AppLifecycleMediator {
  /// The attachment of one listener.
  public typealias Attachment = AppLifecycleAttachment
}
