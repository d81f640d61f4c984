/// Releases listeners that were taken out of a store, one after the other.
///
/// The `deinit` of a listener may detach further listeners. The release that is under way then
/// releases those too, so that a long chain of them needs no stack.
@MainActor
final class ReleaseQueue {
  private var waiting: [any AppLifecycleListener] = []
  private var isReleasing = false

  /// Releases a listener, for which no array is made.
  ///
  /// - Parameter listener: The last reference of the store; `nil` afterwards.
  func release(_ listener: inout (any AppLifecycleListener)?) {
    if isReleasing {
      if let listener { add([listener]) }
      listener = nil
      return
    }
    isReleasing = true
    listener = nil
    if !waiting.isEmpty { releaseWaiting() }
    isReleasing = false
  }

  /// Releases several listeners, in their order.
  ///
  /// - Parameter listeners: The last references of the store; empty afterwards.
  func release(_ listeners: inout [any AppLifecycleListener]) {
    add(listeners)
    listeners = []
    if isReleasing { return }
    isReleasing = true
    releaseWaiting()
    isReleasing = false
  }

  private func add(_ listeners: [any AppLifecycleListener]) {
    // Taken out meanwhile, because of the check that `ListenerStore.isUnsettled` speaks of.
    var all: [any AppLifecycleListener] = []
    swap(&all, &waiting)
    all += listeners
    swap(&all, &waiting)
  }

  private func releaseWaiting() {
    while !waiting.isEmpty {
      // Taken out first, because a `deinit` may add to the list.
      var next = waiting
      waiting = []
      next = []
      _ = next
    }
  }
}
