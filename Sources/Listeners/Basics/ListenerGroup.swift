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
/// A group keeps its children, and may contain groups. In its turn, it calls its children as the
/// mediator calls its listeners: by priority, then in the order of attachment, and reversed if the
/// policy reverses the order. Children also answer requests and receive scene events. What the
/// mediator replays to the group reaches its children; the group itself replays nothing.
public final class ListenerGroup: AppNamedListener {
  /// The name with which a probe reports it.
  public let listenerName: String
  package let store = ListenerStore()
  private var mediators = AttachedMediators()
  private var parents: [Parent] = []

  private final class Parent {
    private(set) weak var group: ListenerGroup?
    let attachment: AppLifecycleAttachment

    init(_ group: ListenerGroup, _ attachment: AppLifecycleAttachment) {
      self.group = group
      self.attachment = attachment
    }
  }

  /// Makes a group of the listeners in a trailing closure.
  ///
  /// - Parameters:
  ///   - name: The name in reports.
  ///   - listeners: The children, in this order; none if you leave it out.
  public init(
    _ name: String = "group",
    @AppLifecycleListenerBuilder listeners: () -> [any AppLifecycleListener] = { [] }
  ) {
    listenerName = name
    for listener in listeners() { attach(listener) }
  }

  deinit { ListenerStore.closeOnMainActor(store) }

  /// How many children are attached, without those of nested groups.
  public var listenerCount: Int { store.count }

  /// Attaches a child and keeps it.
  ///
  /// Attaching the same object again changes nothing and returns the same attachment. Two equal
  /// structs are two children. Attaching a group to itself, or to a group inside it, stops the
  /// program.
  ///
  /// - Parameters:
  ///   - listener: The child.
  ///   - priority: A child with a higher priority is called earlier, unless the policy reverses the
  ///     order.
  /// - Returns: The attachment. You may ignore it.
  @discardableResult
  public func attach(
    _ listener: any AppLifecycleListener, priority: Int = 0
  ) -> AppLifecycleAttachment {
    let group = listener as? ListenerGroup
    // An empty group has none inside.
    precondition(
      group == nil || group !== self && (group?.listenerCount == 0 || !isInside { $0 === group }),
      "A ListenerGroup was attached to itself or to a group inside it; attach it elsewhere.")
    let (attachment, new) = store.insert(listener, priority: priority)
    if let new {
      group?.parents.removeAll { !$0.attachment.isAttached }
      group?.parents.append(Parent(self, attachment))
      // The group is not told when it is detached.
      let present = mediators.living.filter { mediator in isInside(mediator.store.contains) }
      if !present.isEmpty { ListenerStore.noteAttach([new], to: present) }
    }
    return attachment
  }

  /// Whether something is true of this group or of one around it.
  private func isInside(_ isWanted: (ListenerGroup) -> Bool) -> Bool {
    for parent in parents where parent.attachment.isAttached {
      if parent.group?.isInside(isWanted) == true { return true }
    }
    return isWanted(self)
  }

  /// Detaches a child of this group. It is not called again, not even for the current event.
  public func detach(_ listener: any AppLifecycleListener & AnyObject) {
    store.remove(listener)
  }

  /// Tells each child; one that is attached later is told then.
  public func onAttach(to mediator: AppLifecycleMediator) {
    mediators.add(mediator)
    ListenerStore.noteAttach(store.entries(), to: [mediator])
  }

  /// Passes the event on to each child.
  public func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    store.deliver(context)
  }
}

extension ListenerGroup: AppListenerContainer {}

extension ListenerGroup: CustomStringConvertible {
  /// The group and everything in it, one line each.
  ///
  /// ```text
  /// media
  /// ├─ ImageCache
  /// └─ sound
  ///    ├─ Player
  ///    └─ Recorder
  /// ```
  public var description: String {
    let children = store.entries().compactMap { $0.target.map(Self.lines) }
    var lines = [listenerName]
    for (index, child) in children.enumerated() {
      let isLast = index == children.count - 1
      for (number, line) in child.enumerated() {
        let branch = isLast ? "└─ " : "├─ "
        let trunk = isLast ? "   " : "│  "
        lines.append((number == 0 ? branch : trunk) + line)
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func lines(of listener: Any) -> [Substring] {
    let text =
      (listener as? any CustomStringConvertible)?.description
      ?? String(describing: type(of: listener))
    return text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
