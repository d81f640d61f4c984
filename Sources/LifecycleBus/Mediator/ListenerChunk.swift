/// A block of slots for listeners of one priority, linked to its neighbours in the order of events.
///
/// The memory does not move, so that a listener may be attached while another one is being called
/// in place. A plain value: the list that it is in owns the memory and calls `free()` once.
struct ListenerChunk {
  typealias Pointer = UnsafeMutablePointer<ListenerChunk>

  let priority: Int
  let capacity: Int
  /// Initialized from 0 to `count`. Proof for each access: only the store that owns the chunk reads
  /// it, and stays within these bounds.
  let slots: ListenerSlot.Pointer
  private(set) var count = 0
  /// How many of the slots hold no listener any more.
  private var vacancies = 0
  var previous: Pointer?
  var next: Pointer?

  /// Slots of 56 bytes, so the largest chunk has 56 kB.
  private static let largest = 1024

  init(priority: Int, capacity: Int) {
    self.priority = priority
    self.capacity = min(capacity, Self.largest)
    slots = .allocate(capacity: self.capacity)
  }

  func free() {
    slots.deinitialize(count: count)
    slots.deallocate()
  }

  var isFull: Bool { count == capacity }

  /// Stores a listener behind the others. The chunk must not be full.
  mutating func append(_ slot: consuming ListenerSlot) -> ListenerSlot.Pointer {
    let place = slots + count
    place.initialize(to: slot)
    count += 1
    return place
  }

  /// Takes a detached listener out. The last slot is free again at once; another one stays vacant
  /// until the chunk is compacted. Never called while events are delivered.
  mutating func take(_ slot: ListenerSlot.Pointer) -> any AppLifecycleListener {
    if slot + 1 == slots + count {
      count -= 1
      return slot.move().listener
    }
    vacancies += 1
    let listener = slot.pointee.listener
    slot.pointee.listener = NoListener()
    return listener
  }

  /// Moves the listeners together if most slots are vacant: amortized constant time for each
  /// removal. Never called while events are delivered.
  @MainActor
  static func compactIfWorthwhile(_ chunk: Pointer) {
    let (slots, count, vacancies) = (
      chunk.pointee.slots, chunk.pointee.count, chunk.pointee.vacancies
    )
    guard vacancies > 0, vacancies == count || (vacancies > 16 && vacancies * 2 > count) else {
      return
    }
    var kept = 0
    for index in 0..<count {
      let slot = slots + index
      guard let attachment = slot.pointee.attachment else {
        slot.deinitialize(count: 1)
        continue
      }
      if kept != index { (slots + kept).moveInitialize(from: slot, count: 1) }
      attachment.move(to: slots + kept, in: chunk)
      kept += 1
    }
    chunk.pointee.count = kept
    chunk.pointee.vacancies = 0
  }
}
