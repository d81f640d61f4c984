/// Several listeners that you attach and detach as one, such as those of a feature.
///
/// ```swift
/// let media = ListenerGroup("media") {
///   ImageCache()
///   Player()
/// }
/// mediator.attach(media)
/// let downloads = media.attach(Downloads())  // at any time, in a callback too
/// downloads.detach()
/// ```
///
/// In its turn a group calls its children as a mediator calls its listeners, in reverse too if the
/// policy says so. They also answer requests, hear of scenes, and hear what's replayed to the
/// group. A child that you attach later has nothing replayed.
public final class ListenerGroup: AppNamedListener {
  /// Comes before its children's names in a probe.
  public let listenerName: String
  package let list = ListenerList()
  /// Where the group is attached.
  private var parents: [AppLifecycleAttachment] = []
  /// One for each mediator that the group is attached to, so that a later child hears of it too.
  private var tellings: [Telling] = []

  /// Ends when the group is no longer attached to the mediator, even while children are being told.
  final class Telling {
    private(set) weak var mediator: AppLifecycleMediator?
    fileprivate(set) var isOver = false

    fileprivate init(of mediator: AppLifecycleMediator) { self.mediator = mediator }
  }

  /// Makes a group of the listeners in a trailing closure; none if you leave it out.
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

  /// How many children it has, without those of groups inside it.
  public var listenerCount: Int { list.count }

  /// Attaches a child and keeps it. The same object again returns the same attachment.
  ///
  /// - Parameters:
  ///   - listener: The child. A group that contains this one, or is it, stops the program.
  ///   - priority: A higher one is called earlier, unless the policy reverses the order.
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

  /// Detaches a child. It isn't called again, not even for the current event.
  public func detach(_ listener: any AppLifecycleListener & AnyObject) {
    list.remove(listener)
  }

  /// Tells each child, and later ones when they come.
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

  /// This group, or one around it, was detached somewhere.
  func noteParentEnd() {
    parents.removeAll { !$0.isAttached }
    for telling in tellings where !isInside(telling.mediator?.relay.list) { telling.isOver = true }
    tellings.removeAll(where: \.isOver)
    for child in list.attachments { child.group?.noteParentEnd() }
  }

  /// From now on, children that are attached later are told of the mediator.
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
