/// Several listeners that you attach and detach together, such as those of a feature.
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
/// When an event reaches the group, the group calls its children in their order, which a mirrored
/// policy reverses on the way down. The children also answer requests, and receive scene events and
/// replays. Nothing is replayed to a child that you attach later.
public final class ListenerGroup: AppNamedListener {
  /// The group's name. In a probe it comes before the names of the children.
  public let listenerName: String
  package let list = ListenerList()
  private var introductions: [Introduction] = []

  private struct Introduction {
    private(set) weak var mediator: AppLifecycleMediator?
    /// `nil` where somebody has called `onAttach(to:)` by hand.
    let path: GroupPath?

    @MainActor var isOver: Bool {
      if mediator == nil { return true }
      return path?.isOver ?? false
    }
  }

  /// Makes a group with the listeners in a trailing closure. Without a closure the group is empty.
  public init(
    _ name: String = "group",
    @AppLifecycleListenerBuilder listeners: () -> [any AppLifecycleListener] = { [] }
  ) {
    listenerName = name
    for listener in listeners() {
      attach(listener)
    }
  }

  deinit {
    // Listeners are always released on the main actor.
    let list = list
    let isClosed = MainActorContext.runIfCurrent { list.close() }
    if !isClosed {
      MainActorContext.later { list.close() }
    }
  }

  /// Attaches a child and keeps it, as ``AppLifecycleMediator/attach(_:priority:replay:)`` does.
  ///
  /// The child may be another group. If it's this group itself, or contains this group, the program
  /// stops, in a debug build with a message.
  @discardableResult
  public func attach(
    _ listener: any AppLifecycleListener, priority: Int = 0
  ) -> AppLifecycleAttachment {
    let group = listener as? ListenerGroup
    precondition(
      group?.contains(self) != true,
      "A ListenerGroup was attached to itself or to a group inside it; attach it elsewhere.")

    let (attachment, isNew) = list.insert(listener, priority: priority)
    if isNew {
      EventQueue.shared.run(introductionSteps(for: attachment))
    }
    return attachment
  }

  /// Detaches a child. It isn't called again, not even for the current event.
  public func detach(_ listener: any AppLifecycleListener & AnyObject) {
    list.remove(listener)
  }

  /// Calls `onAttach(to:)` of each child. A child that you attach later is called at that time.
  public func onAttach(to mediator: AppLifecycleMediator) {
    noteMediator(mediator, by: nil)
    let delivery = Delivery(.attached(mediator), to: list.attachments)
    EventQueue.shared.run([delivery.step])
  }

  /// Passes the event on to each child.
  public func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    let delivery = Delivery(
      .event(context), to: list.attachments, isMirrored: context.isMirrored)
    EventQueue.shared.run([delivery.step])
  }
}

// MARK: Groups and mediators

extension ListenerGroup {
  func noteMediator(_ mediator: AppLifecycleMediator, by path: GroupPath?) {
    introductions.removeAll(where: \.isOver)
    introductions.append(Introduction(mediator: mediator, path: path))
  }

  private func introductionSteps(for child: AppLifecycleAttachment) -> [EventQueue.Step] {
    introductions.removeAll(where: \.isOver)

    var steps: [EventQueue.Step] = []
    for introduction in introductions {
      guard let mediator = introduction.mediator else { continue }
      steps.append(
        Delivery(.attached(mediator), to: [child], inside: introduction.path).step)
    }
    return steps
  }

  private func contains(_ other: ListenerGroup) -> Bool {
    if other === self { return true }
    return list.attachments.contains { $0.group?.contains(other) == true }
  }
}
