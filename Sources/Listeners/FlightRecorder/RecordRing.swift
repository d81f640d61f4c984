/// The last so many of what was put in. A pure value; putting in takes constant time and, once it
/// is full, no memory.
struct RecordRing<Element> {
  let capacity: Int
  private var storage: [Element] = []
  private var oldest = 0
  private(set) var droppedCount = 0

  init(capacity: Int) { self.capacity = capacity }

  mutating func append(_ element: Element) {
    guard storage.count == capacity else {
      storage.append(element)
      return
    }
    storage[oldest] = element
    oldest = (oldest + 1) % capacity
    droppedCount += 1
  }

  var count: Int { storage.count }

  /// Oldest first.
  var elements: [Element] { Array(storage[oldest...] + storage[..<oldest]) }
}
