/// A listener's place in a table. It outlives the listener's stay, so that leaving twice does
/// nothing.
final class ListenerSeat {
  /// Whose kind it sits with: the row of this priority.
  let priority: Int
  /// The cell in that row; `nil` while the listener waits to be seated, and after it has left.
  var index: Int?
  /// Whether the listener still takes part. Exact at once, also while the listeners are being told
  /// of an event.
  var isTaken = true
  /// The object behind a listener that is one, to find it again.
  let identity: ObjectIdentifier?
  /// What a probe calls the listener; the name of its type where this is `nil`.
  let name: String?
  /// Whether the table does not keep the listener.
  private(set) var isWeak: Bool
  /// The listener that is not kept.
  private(set) weak var weakListener: (any AppLifecycleListener & AnyObject)?

  init(
    priority: Int,
    identity: ObjectIdentifier? = nil,
    name: String? = nil,
    weakListener: (any AppLifecycleListener & AnyObject)? = nil
  ) {
    self.priority = priority
    self.identity = identity
    self.name = name
    self.weakListener = weakListener
    isWeak = weakListener != nil
  }

  /// The listener was attached weakly and is to be kept from now on. The table does the keeping.
  func becomeKept() { isWeak = false }

  /// A weakly attached listener has been freed, and nobody has noticed yet.
  var isAbandoned: Bool { isWeak && isTaken && weakListener == nil }
}
