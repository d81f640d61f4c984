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
  /// Reached only while `slot` is set, and a store clears the slots of its attachments before it
  /// goes.
  private unowned let store: ListenerStore
  /// Where the listener is stored; `nil` once it is detached.
  private(set) var slot: ListenerSlot.Pointer?
  /// The chunk that `slot` lies in.
  private(set) var chunk: ListenerChunk.Pointer?
  /// The object that the listener is; `nil` for a value.
  let identity: ObjectIdentifier?
  private var knownFacts: Facts?

  init(store: ListenerStore, identity: ObjectIdentifier?) {
    self.store = store
    self.identity = identity
  }

  /// Whether events still arrive: not detached, the listener not freed, the mediator or the group
  /// not gone.
  public var isAttached: Bool { listener != nil }

  /// Ends the attachment. The listener is not called again.
  ///
  /// It is released at once, or at the end of the event that is being relayed.
  public func detach() {
    if slot != nil { store.remove(self) }
  }

  /// The listener; `nil` once it is detached, and for a weakly attached one that was freed.
  package var listener: (any AppLifecycleListener)? {
    guard let stored = slot?.pointee.listener else { return nil }
    guard let weakly = stored as? WeakListener else { return stored }
    return weakly.object
  }

  /// What probes and anomalies call the listener: its own name, or that of its type.
  package var name: String { facts.name }

  /// The listener, if it is made of listeners.
  var container: (any AppListenerContainer)? {
    facts.isContainer ? listener as? any AppListenerContainer : nil
  }

  /// What is found out about the listener once, when it is first asked for.
  private var facts: Facts {
    if let knownFacts { return knownFacts }
    let found = Facts(of: listener)
    knownFacts = found
    return found
  }

  /// A class, so that an attachment that is not asked needs one word for it.
  @MainActor
  private final class Facts {
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

  func end() { slot = nil }
}

extension AppLifecycleMediator {
  /// The attachment of one listener.
  public typealias Attachment = AppLifecycleAttachment
}
