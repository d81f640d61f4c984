/// A door that somebody waits behind until somebody else opens it. Once open, it stays open.
@MainActor
package final class Gate {
  package private(set) var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init() {}

  /// Lets everybody through, now and later.
  package func open() {
    isOpen = true
    let woken = waiting
    waiting = []
    for continuation in woken { continuation.resume() }
  }

  /// Waits until the door is open. Cancellation does not open it.
  package func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}
