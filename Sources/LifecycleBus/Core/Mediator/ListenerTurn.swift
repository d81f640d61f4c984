/// A listener's turn in one request. It keeps attachments, so that a listener that is detached or
/// freed before its turn is not called.
@MainActor
package struct ListenerTurn {
  package let attachment: AppLifecycleAttachment
  /// The groups that contain the listener, the outermost first.
  package let containers: [(attachment: AppLifecycleAttachment, store: ListenerStore)]

  /// `nil` once the listener, or a group around it, is detached or freed.
  package var listener: (any AppLifecycleListener)? {
    containers.allSatisfy(\.attachment.isAttached) ? attachment.listener : nil
  }
}

extension ListenerStore {
  /// Groups and their listeners, in the order of registration.
  package var turns: [ListenerTurn] {
    var turns: [ListenerTurn] = []
    collect(into: &turns, containers: [])
    return turns
  }

  private func collect(
    into turns: inout [ListenerTurn],
    containers: [(attachment: AppLifecycleAttachment, store: ListenerStore)]
  ) {
    for entry in entries() where entry.attachment.isAttached {
      turns.append(ListenerTurn(attachment: entry.attachment, containers: containers))
      if let store = entry.group?.store {
        store.collect(into: &turns, containers: containers + [(entry.attachment, store)])
      }
    }
  }
}
