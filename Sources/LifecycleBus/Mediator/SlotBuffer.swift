/// The listeners of a store in one block of memory, in the order of registration.
///
/// A listener is called in place. A loop over `[any AppLifecycleListener]` copies each existential
/// first, and the copy (an atomic retain and release) is most of what such a loop costs.
///
/// No pointer leaves this file. Each index is checked, and a change while a walk is under way stops
/// the program, so that a mistake elsewhere never damages memory. Changes run no code of a user:
/// what they remove, they return.
///
/// A class, because the runtime checks each access to a structure that a class stores (85
/// instructions).
@safe
final class SlotBuffer {
  // Proof for each access below: `slots` has room for `capacity` slots, of which the first `count`
  // are initialized; only this object has the pointer.
  private var slots: UnsafeMutablePointer<ListenerSlot>
  private var capacity = 8
  private(set) var count = 0
  /// The innermost walk.
  var walk = ListenerWalk()
  /// How many walks are under way: more than one inside an urgent event.
  private(set) var walks = 0

  init() { unsafe slots = .allocate(capacity: capacity) }

  deinit {
    unsafe slots.deinitialize(count: count)
    unsafe slots.deallocate()
  }

  private func slot(_ index: Int) -> UnsafeMutablePointer<ListenerSlot> {
    precondition(index >= 0 && index < count, "A slot was read that the buffer does not have.")
    return unsafe slots + index
  }

  func attachment(at index: Int) -> AppLifecycleAttachment { unsafe slot(index).pointee.attachment }

  func listener(at index: Int) -> any AppLifecycleListener { unsafe slot(index).pointee.listener }

  /// Visits in place the slots that the innermost walk has not reached yet.
  ///
  /// - Parameter visit: May run any code, also a walk inside this one and ``visitRest(_:)`` again, but
  ///   not change the buffer.
  @MainActor @inline(__always)
  func visitRest(_ visit: (borrowing ListenerSlot) -> Void) {
    while walk.visited < count {
      let visited = walk.visited
      precondition(walks > 0 && visited >= 0, "A slot was visited outside of a walk.")
      walk.visited = visited + 1
      // Proof: the index is in 0..<count, because `visited` is; no change moves a slot during a walk.
      unsafe visit((slots + (walk.isMirrored ? count - 1 - visited : visited)).pointee)
    }
  }

  /// Runs a body that walks over the slots. Until it returns, the buffer must not change.
  @inline(__always)
  func walk(_ walk: ListenerWalk = ListenerWalk(), _ body: () -> Void) {
    let outer = self.walk
    self.walk = walk
    walks += 1
    body()
    walks -= 1
    self.walk = outer
  }

  // MARK: Changes

  /// Stores a listener behind the others.
  func append(_ slot: consuming ListenerSlot) {
    requireNoWalk()
    if count == capacity { move(toCapacity: capacity * 2) }
    unsafe (slots + count).initialize(to: slot)
    count += 1
  }

  /// Takes a listener out of its slot, for which the attachment stays until the buffer is compacted;
  /// the last slot is free at once.
  func vacate(_ index: Int) -> any AppLifecycleListener {
    requireNoWalk()
    if index == count - 1 {
      let last = unsafe slot(index).move()
      count -= 1
      return last.listener
    }
    let listener = listener(at: index)
    unsafe slot(index).pointee.listener = VacantListener()
    return listener
  }

  /// Takes out the slots whose attachment has ended, and returns their listeners.
  @MainActor
  func compact() -> [any AppLifecycleListener] {
    requireNoWalk()
    var removed: [any AppLifecycleListener] = []
    var kept = 0
    for index in 0..<count {
      let source = unsafe slot(index)
      if unsafe source.pointee.attachment.isEnded {
        let slot = unsafe source.move()
        removed.append(slot.listener)
      } else {
        if kept != index { unsafe (slots + kept).moveInitialize(from: source, count: 1) }
        kept += 1
      }
    }
    count = kept
    if capacity > 64, count * 4 < capacity { move(toCapacity: count * 2) }
    return removed
  }

  /// Stores newcomers, which are in order, each behind the slots that do not come after it.
  @MainActor
  func merge(_ newcomers: [Newcomer]) {
    requireNoWalk()
    if count + newcomers.count > capacity { move(toCapacity: (count + newcomers.count) * 2) }
    var rest = count
    var hole = count + newcomers.count
    for newcomer in newcomers.reversed() {
      while rest > 0, unsafe newcomer.attachment.precedes(slot(rest - 1).pointee.attachment) {
        rest -= 1
        hole -= 1
        unsafe (slots + hole).moveInitialize(from: slots + rest, count: 1)
      }
      hole -= 1
      unsafe (slots + hole).initialize(to: ListenerSlot(newcomer))
    }
    count += newcomers.count
  }

  private func move(toCapacity capacity: Int) {
    let larger = UnsafeMutablePointer<ListenerSlot>.allocate(capacity: capacity)
    unsafe larger.moveInitialize(from: slots, count: count)
    unsafe slots.deallocate()
    unsafe slots = larger
    self.capacity = capacity
  }

  private func requireNoWalk() {
    precondition(walks == 0, "The store of listeners was changed while it delivers an event.")
  }
}

/// The position of the delivery of one event.
///
/// It is kept in the buffer, not in a loop's variables, so that an urgent event from inside a
/// callback can finish the delivery under way before its own begins.
struct ListenerWalk {
  /// The number of the event.
  var event: UInt64 = 0
  var isMirrored = false
  /// How many slots were visited.
  var visited = 0
  /// How many of the listeners that are called after the slots, or in their place, were visited.
  var visitedOthers = 0
}

/// A listener in a buffer, and its attachment.
struct ListenerSlot: ~Copyable {
  fileprivate(set) var listener: any AppLifecycleListener
  let attachment: AppLifecycleAttachment

  init(_ newcomer: Newcomer) {
    listener = newcomer.listener
    attachment = newcomer.attachment
  }

  /// Calls the listener in place. In this type, because a call through a copyable value would copy
  /// the existential first.
  @MainActor @inline(__always)
  func call(_ context: AppLifecycleContext) {
    listener.receive(context.event, context: context)
  }
}

/// A listener that waits for a slot.
struct Newcomer {
  let listener: any AppLifecycleListener
  let attachment: AppLifecycleAttachment
  /// The number of the event that it receives after all others; `nil` for the next one.
  var joins: UInt64?
}

/// What a slot holds after its listener was taken out.
private struct VacantListener: AppLifecycleListener {}

extension ListenerStore {
  /// The object that a listener is; `nil` for a value.
  package static func identity<Listener: AppLifecycleListener>(
    of listener: Listener
  ) -> ObjectIdentifier? {
    guard Listener.self is AnyClass else { return nil }
    // Proof: an instance of a class is one reference, and an ObjectIdentifier is its address. A
    // cast to AnyObject gives the same and costs 250 ns.
    return unsafe unsafeBitCast(listener, to: ObjectIdentifier.self)
  }
}
