public import LifecycleBus

/// A listener made of listeners: attach it, move it or take it away as one.
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
/// listeners: by priority and then in the order of attachment, the other way round where the
/// mediator mirrors the way down; a child that is detached before its turn is not called; one that
/// is attached during an event hears the next one. A group replays nothing itself: what the
/// mediator replays to the group reaches its children. Children that answer requests, or hear of
/// scenes, are asked where the group stands.
///
/// The group keeps its children. Everything happens on the main actor.
public final class ListenerGroup: AppListenerContainer {
  /// What the group is called where it is printed.
  public let name: String
  /// In the order of the way up. Never changed in place while it is gone through: a relay goes
  /// through a copy.
  private(set) var seats: [Seat] = []

  /// Makes a group of listeners that are listed in a trailing closure; empty, if you leave it out.
  public init(
    _ name: String = "group",
    @AppLifecycleListenerBuilder listeners: () -> [any AppLifecycleListener] = { [] }
  ) {
    self.name = name
    for listener in listeners() { attach(listener) }
  }

  /// How many children take part, those of nested groups not counted. Exact at any moment, also
  /// inside a callback.
  public var listenerCount: Int { seats.count }

  /// The children's places, in the order of the way up.
  public var containedListeners: [AppContainedListener] { seats.map(\.place) }

  /// Attaches a child and keeps it.
  ///
  /// Attaching the same object again changes nothing and returns an attachment to the place it has.
  /// Two equal structs are two children. A group cannot be attached to itself or to a group inside
  /// it; that is a programming mistake and stops the program.
  ///
  /// - Parameters:
  ///   - listener: Who is told. It may be a group.
  ///   - priority: Higher hears earlier on the way up, among the children of this group.
  /// - Returns: The child's place. You may ignore it.
  @discardableResult
  public func attach(_ listener: any AppLifecycleListener, priority: Int = 0) -> Attachment {
    if let group = listener as? ListenerGroup {
      precondition(
        !group.isOrContains(self),
        "A ListenerGroup was attached to itself or to a group inside it; attach it elsewhere.")
    }
    let identity =
      type(of: listener) is AnyClass ? ObjectIdentifier(listener as AnyObject) : nil
    if let identity, let seat = seats.first(where: { $0.identity == identity }) {
      return Attachment(seat, in: self)
    }
    let seat = Seat(listener, identity: identity, priority: priority)
    let place = seats.firstIndex { $0.priority < priority } ?? seats.endIndex
    seats.insert(seat, at: place)
    return Attachment(seat, in: self)
  }

  /// Detaches a child by its identity. It is not called again, not even for the event being
  /// relayed.
  ///
  /// An object that is not a child of this very group is ignored.
  public func detach(_ listener: any AppLifecycleListener & AnyObject) {
    if let seat = seats.first(where: { $0.identity == ObjectIdentifier(listener) }) { remove(seat) }
  }

  /// Passes the event on to each child, in the order that the context asks for.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    let present = seats
    switch context.order {
    case .registration: for seat in present { seat.tell(context) }
    case .mirrored: for seat in present.reversed() { seat.tell(context) }
    }
  }

  fileprivate func remove(_ seat: Seat) {
    seats.removeAll { $0 === seat }
    seat.place.leave()
  }

  private func isOrContains(_ group: ListenerGroup) -> Bool {
    self === group
      || seats.contains { ($0.listener as? ListenerGroup)?.isOrContains(group) == true }
  }
}

extension ListenerGroup {
  /// A child's place in a group.
  ///
  /// You may detach from inside a callback of any listener. Detaching twice, or after the group is
  /// gone, does nothing. An attachment keeps neither the group nor the child alive.
  @MainActor
  public final class Attachment {
    private weak var seat: Seat?
    private weak var group: ListenerGroup?

    fileprivate init(_ seat: Seat, in group: ListenerGroup) {
      self.seat = seat
      self.group = group
    }

    /// Whether the child still is a child of the group.
    public var isAttached: Bool { group != nil && seat?.isTaken == true }

    /// Ends the attachment. The child is not called again, not even for the event being relayed.
    public func detach() {
      if let seat { group?.remove(seat) }
    }
  }

  /// A child, and whether it still takes part.
  @MainActor
  final class Seat {
    let place: AppContainedListener
    let identity: ObjectIdentifier?
    let priority: Int

    var listener: any AppLifecycleListener { place.listener }
    var isTaken: Bool { place.isPresent }

    init(_ listener: any AppLifecycleListener, identity: ObjectIdentifier?, priority: Int) {
      place = AppContainedListener(listener)
      self.identity = identity
      self.priority = priority
    }

    func tell(_ context: AppLifecycleContext) {
      if isTaken { listener.receive(context) { self.isTaken } }
    }
  }
}
