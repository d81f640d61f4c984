import LifecycleBus

/// A listener of the reference.
final class RefListener {
  let id: Int
  /// Whether the object lives.
  var isAlive = true
  /// Whether the caller has released it.
  var isReleased = false
  /// Whether another thread is releasing it: it may be called, or be gone.
  var isFading = false
  /// Whether it was ever attached strongly.
  var wasKept = false
  /// How many attachments keep it.
  var keepers = 0
  /// The stores that still have it, until an event ends.
  var leftoverIn: [RefStore] = []
  /// How many calls of it are under way.
  var calls = 0

  init(id: Int) { self.id = id }

  var isValue: Bool { ActSequence.Kind(of: id) == .value && id < ActSequence.groups }
  var name: String { id < ActSequence.groups ? "L\(id)" : "G\(id)" }
  var isHeld: Bool { !isReleased || keepers > 0 || calls > 0 }
  var death: Seen { .gone(ActSequence.deinits + id) }
}

/// An object that is posted with an event.
final class RefPayload {
  let number: Int
  /// How many posts and mediators have it.
  var owners = 1
  var death: Seen { .gone(ActSequence.payloads + number) }

  init(_ number: Int) { self.number = number }
}

/// The attachment of a listener to a mediator or a group.
final class RefAttachment {
  let listener: RefListener
  let store: RefStore
  let priority: Int
  var isKept: Bool
  var isDetached = false

  init(_ listener: RefListener, _ store: RefStore, priority: Int, isKept: Bool) {
    self.listener = listener
    self.store = store
    self.priority = priority
    self.isKept = isKept
  }

  var isAttached: Bool { !isDetached && (isKept || listener.isAlive) }
}

/// The listeners of a mediator or a group, in the order of attachment.
final class RefStore {
  private(set) var attachments: [RefAttachment] = []
  /// How many events are being delivered to it, and how many of its listeners are being called.
  var events = 0
  var calls = 0
  /// The listeners that were detached, to be released when the event is over.
  var leftovers: [RefListener] = []
  /// The values of former launches, likewise.
  var formers: [RefPayload] = []
  var isReleasing = false

  var isInEvent: Bool { events > 0 || calls > 0 }
  var count: Int { attachments.count(where: \.isAttached) }

  /// By priority, higher first, then in the order of attachment; or the exact reverse.
  func inOrder(isMirrored: Bool = false) -> [RefAttachment] {
    let order = attachments.filter(\.isAttached).enumerated().sorted {
      ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset)
    }.map(\.element)
    return isMirrored ? order.reversed() : order
  }

  /// The attachment of an object that is attached already.
  func attachment(of listener: RefListener) -> RefAttachment? {
    listener.isValue ? nil : attachments.first { $0.listener === listener && $0.isAttached }
  }

  func append(_ attachment: RefAttachment) { attachments.append(attachment) }
}

/// A listener that adopts a protocol, and the groups around it.
struct RefAdopter {
  let attachment: RefAttachment
  let containers: [RefAttachment]

  /// The attachment to the mediator.
  var root: RefAttachment { containers.first ?? attachment }
  var isAttached: Bool { attachment.isAttached && containers.allSatisfy(\.isAttached) }
}

extension Reference {
  /// The adopters of a kind, those inside groups included, in the order of the way up.
  func adopters(
    _ kind: ActSequence.Kind, in store: RefStore, inside containers: [RefAttachment] = []
  ) -> [RefAdopter] {
    store.inOrder().flatMap { attachment -> [RefAdopter] in
      let id = attachment.listener.id
      if let group = groups[id] {
        return adopters(kind, in: group, inside: containers + [attachment])
      }
      return ActSequence.Kind(of: id) == kind
        ? [RefAdopter(attachment: attachment, containers: containers)] : []
    }
  }
}
