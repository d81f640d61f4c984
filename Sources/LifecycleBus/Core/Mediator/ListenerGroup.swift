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
/// ```
///
/// A group keeps its children, and may contain groups. In its turn, it calls its children as the
/// mediator calls its listeners: by priority, then in the order of attachment, and reversed if the
/// policy reverses the order. Children also answer requests and receive scene events. What the
/// mediator replays to the group reaches its children; the group itself replays nothing.
public final class ListenerGroup: AppNamedListener {
  /// The name with which a probe reports it.
  public let listenerName: String
  package let list = ListenerList()
  /// Where the group is attached.
  private var parents: [AppLifecycleAttachment] = []
  /// One for each mediator that has told the group of its attachment, and that it is still attached
  /// to.
  private var tellings: [Telling] = []

  /// What a mediator has told, which is over when the group is no longer attached there.
  final class Telling {
    private(set) weak var mediator: AppLifecycleMediator?
    fileprivate(set) var isOver = false

    fileprivate init(of mediator: AppLifecycleMediator) { self.mediator = mediator }
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
    list.owner = self
    for listener in listeners() { attach(listener) }
  }

  deinit {
    // Listeners are always released on the main actor.
    let list = list
    MainActorContext.runOrLater { list.close() }
  }

  /// How many children are attached, without those of nested groups.
  public var listenerCount: Int { list.count }

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
    precondition(
      group == nil || group !== self && !isInside(group?.list),
      "A ListenerGroup was attached to itself or to a group inside it; attach it elsewhere.")
    let (attachment, isNew) = list.insert(listener, priority: priority)
    if isNew {
      var steps: [EventQueue.Step] = []
      for telling in tellings {
        guard let mediator = telling.mediator else { continue }
        steps.append(Delivery(.attached(mediator), to: [attachment], in: telling).step)
      }
      EventQueue.shared.run(steps)
    }
    return attachment
  }

  /// Detaches a child of this group. It is not called again, not even for the current event.
  public func detach(_ listener: any AppLifecycleListener & AnyObject) {
    list.remove(listener)
  }

  /// Tells each child; one that is attached later is told then.
  public func onAttach(to mediator: AppLifecycleMediator) {
    let telling = beginTelling(of: mediator)
    EventQueue.shared.run([
      Delivery(.attached(mediator), to: list.attachments, in: telling).step
    ])
  }

  /// Passes the event on to each child.
  public func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    let delivery = Delivery(
      .event(context), to: list.attachments, isMirrored: context.isMirrored)
    EventQueue.shared.run([delivery.step])
  }
}

// MARK: Where the group is

extension ListenerGroup {
  func noteParent(_ attachment: AppLifecycleAttachment) { parents.append(attachment) }

  /// One of the group's attachments, or one of a group around it, has ended.
  func noteParentEnd() {
    parents.removeAll { !$0.isAttached }
    for telling in tellings where !isInside(telling.mediator?.relay.list) { telling.isOver = true }
    tellings.removeAll(where: \.isOver)
    for child in list.attachments { child.group?.noteParentEnd() }
  }

  /// Children that are attached later are told then.
  func beginTelling(of mediator: AppLifecycleMediator) -> Telling {
    tellings.removeAll { $0.mediator == nil || $0.mediator === mediator }
    let telling = Telling(of: mediator)
    tellings.append(telling)
    return telling
  }

  private func isInside(_ list: ListenerList?) -> Bool {
    parents.contains {
      $0.list != nil && ($0.list === list || $0.list?.owner?.isInside(list) == true)
    }
  }
}

/// Makes a list from a trailing closure, which may contain conditions and loops.
///
/// ```swift
/// let mediator = AppLifecycleMediator(policy: .lifecycle) {
///   ImageCache()
///   if isDebug { EventPrinter() }
/// }
/// ```
@MainActor
@resultBuilder
public enum AppLifecycleListBuilder<Element> {
  /// One element.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }

  /// A list of elements.
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }

  /// All lines, in order.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }

  /// An `if` without an `else`.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }

  /// The first branch of a choice.
  public static func buildEither(first part: [Element]) -> [Element] { part }

  /// The other branch of a choice.
  public static func buildEither(second part: [Element]) -> [Element] { part }

  /// A loop.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
}

/// Makes a list of listeners from a trailing closure.
public typealias AppLifecycleListenerBuilder = AppLifecycleListBuilder<any AppLifecycleListener>
