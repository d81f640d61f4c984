/// The chunks of a store, by descending priority.
///
/// A plain value: its store owns the memory and calls `free()` once, in `deinit`.
struct ListenerChunkList {
  typealias Chunk = ListenerChunk.Pointer

  private(set) var first: Chunk?
  private(set) var last: Chunk?
  /// The last chunk of each priority, by descending priority.
  private var groups: [(priority: Int, last: Chunk)] = []

  /// Frees all chunks and what they hold.
  func free() {
    var chunk = first
    while let current = chunk {
      chunk = current.pointee.next
      current.pointee.free()
      current.deallocate()
    }
  }

  /// The last chunk of this priority, or a new one if that is full.
  mutating func chunkWithRoom(for priority: Int) -> Chunk {
    let group = position(of: priority)
    guard group < groups.count, groups[group].priority == priority else {
      let chunk = link(
        ListenerChunk(priority: priority, capacity: 4),
        behind: group > 0 ? groups[group - 1].last : nil)
      groups.insert((priority, chunk), at: group)
      return chunk
    }
    let chunk = groups[group].last
    guard chunk.pointee.isFull else { return chunk }
    let larger = link(
      ListenerChunk(priority: priority, capacity: chunk.pointee.capacity * 2), behind: chunk)
    groups[group].last = larger
    return larger
  }

  /// Frees an empty chunk. Never called while events are delivered.
  mutating func remove(_ chunk: Chunk) {
    unlink(chunk)
    chunk.pointee.free()
    chunk.deallocate()
  }

  private mutating func link(_ chunk: consuming ListenerChunk, behind previous: Chunk?) -> Chunk {
    let next = previous.map { $0.pointee.next } ?? first
    let pointer = Chunk.allocate(capacity: 1)
    pointer.initialize(to: chunk)
    pointer.pointee.previous = previous
    pointer.pointee.next = next
    if let previous { previous.pointee.next = pointer } else { first = pointer }
    if let next { next.pointee.previous = pointer } else { last = pointer }
    return pointer
  }

  private mutating func unlink(_ chunk: Chunk) {
    let (previous, next) = (chunk.pointee.previous, chunk.pointee.next)
    if let previous { previous.pointee.next = next } else { first = next }
    if let next { next.pointee.previous = previous } else { last = previous }
    let priority = chunk.pointee.priority
    let group = position(of: priority)
    guard groups[group].last == chunk else { return }
    if let previous, previous.pointee.priority == priority {
      groups[group].last = previous
    } else {
      groups.remove(at: group)
    }
  }

  /// The first group that is not of a higher priority, by binary search.
  private func position(of priority: Int) -> Int {
    var low = 0
    var high = groups.count
    while low < high {
      let middle = (low + high) / 2
      if groups[middle].priority > priority { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
