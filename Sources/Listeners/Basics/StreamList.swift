import Foundation

/// Several streams of the same elements. Each may be cancelled at any time, from any thread.
final class StreamList<Element: Sendable>: @unchecked Sendable {
  // Proof for @unchecked: all mutable fields are read and written under `lock` only. Continuations
  // are called outside the lock, because `finish` calls back into `remove`.
  private let lock = NSLock()
  private var continuations: [(number: Int, continuation: AsyncStream<Element>.Continuation)] = []
  private var nextNumber = 0

  deinit { finish() }

  /// Makes one more stream, which receives every element from now on.
  func makeStream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let number = lock.withLock {
      nextNumber += 1
      continuations.append((nextNumber, continuation))
      return nextNumber
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    return stream
  }

  /// Sends an element to every stream.
  func yield(_ element: Element) {
    for (_, continuation) in lock.withLock({ continuations }) { continuation.yield(element) }
  }

  /// Ends every stream.
  func finish() {
    let ending = lock.withLock {
      defer { continuations = [] }
      return continuations
    }
    for (_, continuation) in ending { continuation.finish() }
  }

  private func remove(_ number: Int) {
    lock.withLock { continuations.removeAll { $0.number == number } }
  }
}
