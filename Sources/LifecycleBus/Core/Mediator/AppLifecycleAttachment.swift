/// The attachment of one listener to a mediator or to a group.
///
/// The listener receives events until you detach it. You needn't keep the attachment that `attach`
/// returns: releasing it doesn't detach the listener.
///
/// ```swift
/// let attachment = mediator.attach(cache)
/// attachment.detach()  // the cache isn't called again
/// ```
///
/// You may detach inside a callback, more than once, and even after the mediator is gone. The
/// attachment doesn't keep the mediator alive.
@MainActor
public final class AppLifecycleAttachment {
  private(set) weak var list: ListenerList?
  /// `nil` for a value.
  let identity: ObjectIdentifier?
  let priority: Int
  let isGroup: Bool
  let isAsync: Bool
  /// The listener, unless it's attached weakly. An object, since reading an existential copies it.
  private(set) var kept: Kept?
  private weak var object: (any AppLifecycleListener & AnyObject)?
  private var knownName: String?

  final class Kept {
    let listener: any AppLifecycleListener

    init(_ listener: any AppLifecycleListener) { self.listener = listener }
  }

  init(
    _ listener: any AppLifecycleListener, isWeak: Bool, identity: ObjectIdentifier?,
    priority: Int, in list: ListenerList
  ) {
    self.list = list
    self.identity = identity
    self.priority = priority
    isGroup = listener is ListenerGroup
    isAsync = listener is any AppLifecycleAsyncListener

    if isWeak {
      object = listener as? any AppLifecycleListener & AnyObject
    } else {
      kept = Kept(listener)
    }
  }

  /// Whether the listener is still attached.
  ///
  /// It's false once the listener is detached or freed, or its mediator or group is gone.
  public var isAttached: Bool { kept != nil || object != nil }

  /// Detaches the listener. It isn't called again, not even for the current event.
  public func detach() { list?.remove(self) }

  package var listener: (any AppLifecycleListener)? { kept?.listener ?? object }

  package var group: ListenerGroup? { isGroup ? listener as? ListenerGroup : nil }

  package var name: String {
    if let knownName { return knownName }
    guard let listener else { return "listener that is gone" }

    let name = listenerName(of: listener)
    knownName = name
    return name
  }

  func keep(_ listener: any AppLifecycleListener) {
    if kept == nil {
      kept = Kept(listener)
    }
  }

  /// Returns what the caller must release last: a `deinit` may attach, detach and post.
  func end() -> Kept? {
    let former = kept
    kept = nil
    list = nil
    object = nil
    return former
  }
}

/// The casts are slow.
@MainActor
func listenerName(of listener: any AppLifecycleListener) -> String {
  (listener as? any AppNamedListener)?.listenerName ?? "\(type(of: listener))"
}
