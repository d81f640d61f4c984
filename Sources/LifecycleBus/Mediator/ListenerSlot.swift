/// The storage of one listener, in memory that does not move while events are delivered, so that it
/// is called in place.
///
/// Not copyable, so that a call through it copies no existential. The copy (an atomic retain and
/// release) is most of what a loop over `[any AppLifecycleListener]` costs.
struct ListenerSlot: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<ListenerSlot>

  /// The number of the first event that the listener hears; `never` once it is detached.
  var firstEvent: UInt64
  /// The listener, or a `WeakListener` for one that is not kept. After a detach it stays here until
  /// no event is being delivered, because a call of it may be under way.
  var listener: any AppLifecycleListener
  /// The attachment; `nil` once the listener is detached.
  var attachment: AppLifecycleAttachment?

  /// Later than every event.
  static let never = UInt64.max

  /// Calls the listener in place. In this type, because a call through a pointer to a copyable
  /// value would copy the existential first.
  @MainActor @inline(__always)
  func call(_ event: AppLifecycleEvent, _ context: AppLifecycleContext) {
    listener.receive(event, context: context)
  }
}

/// The content of a slot after its listener was released.
struct NoListener: AppLifecycleListener {}
