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
/// When an event reaches the group, the group calls its children in their order, or in reverse if
/// the mediator's policy says so. They also answer requests, and receive scene events and replays.
/// A child that you attach later has nothing replayed.
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

  /// Makes a group with the listeners in a trailing closure. Without one the group begins empty.
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
  /// The child may be another group. If that is this group itself, or contains it, the program
  /// stops.
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

  /// Tells each child of the mediator, and later children when you attach them.
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
