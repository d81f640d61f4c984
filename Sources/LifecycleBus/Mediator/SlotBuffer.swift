/// The listeners of a store in one block of memory, in the order of registration.
///
/// A listener is called in place. A loop over `[any AppLifecycleListener]` copies each existential
/// first, and the copy (an atomic retain and release) is most of what such a loop costs.
///
/// No pointer leaves this file. Each index is checked, and a change while a walk is under way stops
/// the program, so that a mistake elsewhere never damages memory. Changes run no code of a user:
/// what they remove, they return.
@safe
struct SlotBuffer: ~Copyable {
  // Proof for each access below: `slots` has room for `capacity` slots, of which the first `count`
  // are initialized; only this value, which is not copyable, has the pointer.
  private var slots: UnsafeMutablePointer<ListenerSlot>
  private var capacity = 8
  private(set) var count = 0

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

  /// Visits slots in place.
  ///
  /// - Parameters:
  ///   - next: Returns the index to visit next, given the number of slots; `nil` to end the walk.
  ///   - visit: May run any code, but not change the buffer.
  @MainActor @inline(__always)
  func walk(_ next: (Int) -> Int?, _ visit: (borrowing ListenerSlot) -> Void) {
    while let index = next(count) { unsafe visit(slot(index).pointee) }
  }

  // MARK: Changes

  /// Stores a listener behind the others.
  mutating func append(_ slot: consuming ListenerSlot, walks: Int) {
    requireNoWalk(walks)
    if count == capacity { move(toCapacity: capacity * 2) }
    unsafe (slots + count).initialize(to: slot)
    count += 1
  }

  /// Takes a listener out of its slot, for which the attachment stays until the buffer is compacted;
  /// the last slot is free at once.
  mutating func vacate(_ index: Int, walks: Int) -> any AppLifecycleListener {
    requireNoWalk(walks)
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
  mutating func compact(walks: Int) -> [any AppLifecycleListener] {
    requireNoWalk(walks)
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
  mutating func merge(_ newcomers: [Newcomer], walks: Int) {
    requireNoWalk(walks)
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

  private mutating func move(toCapacity capacity: Int) {
    let larger = UnsafeMutablePointer<ListenerSlot>.allocate(capacity: capacity)
    unsafe larger.moveInitialize(from: slots, count: count)
    unsafe slots.deallocate()
    unsafe slots = larger
    self.capacity = capacity
  }

  private func requireNoWalk(_ walks: Int) {
    precondition(walks == 0, "The store of listeners was changed while it delivers an event.")
  }
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
