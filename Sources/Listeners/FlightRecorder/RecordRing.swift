/// The last elements that were appended, found by their number.
///
/// A pure value. Appending and changing take constant time.
struct RecordRing<Element> {
  let capacity: Int
  /// How many elements were appended; the number of the newest one, counted from 1.
  private(set) var appendedCount = 0
  private var storage: [Element] = []

  init(capacity: Int) {
    self.capacity = capacity
    // Bounded, so that a large capacity costs memory only when it is used.
    storage.reserveCapacity(min(capacity, 1_024))
  }

  /// How many of the oldest elements were overwritten.
  var droppedCount: Int { appendedCount - storage.count }

  /// Adds an element; replaces the oldest one when the ring is full.
  mutating func append(_ element: Element) {
    if storage.count < capacity {
      storage.append(element)
    } else {
      storage[appendedCount % capacity] = element
    }
    appendedCount += 1
  }

  /// Changes an element in place; does nothing if it was overwritten.
  mutating func update(_ number: Int, _ change: (inout Element) -> Void) {
    if let index = index(of: number) { change(&storage[index]) }
  }

  /// The element of a number; `nil` if it was overwritten.
  subscript(_ number: Int) -> Element? { index(of: number).map { storage[$0] } }

  private func index(of number: Int) -> Int? {
    number > droppedCount && number <= appendedCount ? (number - 1) % capacity : nil
  }

  /// The elements in the order of their numbers.
  var elements: [Element] {
    let oldest = storage.count == capacity ? appendedCount % capacity : 0
    return Array(storage[oldest...] + storage[..<oldest])
  }
}
