public import LifecycleBus

/// A listener made of listeners: attach it, move it or detach it as one.
///
/// ```swift
/// let media = ListenerGroup("media") {
///   ImageCache()
///   ListenerGroup("sound") {
///     Player()
///     Recorder()
///   }
/// }
/// mediator.attach(media)
/// let downloads = media.attach(Downloads())  // at any time, also from inside a callback
/// downloads.detach()
/// print(media)                               // the whole tree
/// ```
///
/// Groups nest to any depth. Towards its children a group behaves as the mediator does towards its
/// listeners: by priority and then in the order of attachment, reversed where the mediator mirrors
/// the way down; a child that is detached before its turn is not called; one that is attached during
/// an event hears the next one. A group replays nothing itself: what the mediator replays to the
/// group reaches its children. Children that answer requests, or hear of scenes, are asked in the
/// group's turn. A probe sees each child by its name, after the group's.
///
/// The group keeps its children. Everything happens on the main actor.
public final class ListenerGroup: AppNamedListener {
  /// What the group is called where it is printed, and by a probe.
  public let listenerName: String
  package let store = ListenerStore()
  /// The mediators that the group is attached to, for children that want to know them.
  private var mediators: [WeakMediator] = []

  private struct WeakMediator {
    weak var mediator: AppLifecycleMediator?
  }

  /// Makes a group of listeners that are listed in a trailing closure; empty, if you leave it out.
  ///
  /// - Parameters:
  ///   - name: The name of the group in reports.
  ///   - listeners: The children, in this order.
  public init(
    _ name: String = "group",
    @AppLifecycleListenerBuilder listeners: () -> [any AppLifecycleListener] = { [] }
  ) {
    listenerName = name
    for listener in listeners() { attach(listener) }
  }

  deinit { ListenerStore.closeOnMainActor(store) }

  /// How many children are attached, those of nested groups not counted. Exact at any moment, also
  /// inside a callback.
  public var listenerCount: Int { store.count }

  /// Attaches a child and keeps it.
  ///
  /// Attaching the same object again changes nothing and returns the same attachment. Two equal
  /// structs are two children. A group cannot be attached to itself or to a group inside it; that is
  /// a programming mistake and stops the program.
  ///
  /// - Parameters:
  ///   - listener: The child. It may be a group.
  ///   - priority: Higher hears earlier on the way up, among the children of this group.
  /// - Returns: The attachment. You may ignore it.
  @discardableResult
  public func attach(
    _ listener: any AppLifecycleListener, priority: Int = 0
  ) -> AppLifecycleMediator.Attachment {
    if let group = listener as? ListenerGroup {
      precondition(
        !group.isOrContains(self),
        "A ListenerGroup was attached to itself or to a group inside it; attach it elsewhere.")
    }
    let (attachment, isNew) = store.insert(
      listener, identity: ListenerStore.identity(of: listener), priority: priority)
    if isNew {
      for mediator in mediators.compactMap(\.mediator) { listener.onAttach(to: mediator) }
    }
    return attachment
  }

  /// Detaches a child by its identity. It is not called again, not even for the event being
  /// relayed.
  ///
  /// An object that is not a child of this very group is ignored.
  ///
  /// - Parameter listener: The child that was attached.
  public func detach(_ listener: any AppLifecycleListener & AnyObject) {
    store.remove(ObjectIdentifier(listener))
  }

  /// Tells each child; one that is attached later is told then.
  ///
  /// - Parameter mediator: What the group was attached to.
  public func onAttach(to mediator: AppLifecycleMediator) {
    mediators.removeAll { $0.mediator == nil }
    mediators.append(WeakMediator(mediator: mediator))
    for child in store.allAttachments { child.listener?.onAttach(to: mediator) }
  }

  /// Passes the event on to each child, in the order that the mediator uses for it.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - context: The states around the event.
  public func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    store.deliver(context)
  }

  private func isOrContains(_ group: ListenerGroup) -> Bool {
    if self === group { return true }
    return store.allAttachments.contains {
      ($0.listener as? ListenerGroup)?.isOrContains(group) == true
    }
  }
}

extension ListenerGroup: AppListenerContainer {}
