/// A listener's turn in one request or one scene event.
///
/// It keeps attachments, not listeners, so that a listener that is detached or freed before its
/// turn is not called.
@MainActor
package struct ListenerTurn {
  package let attachment: AppLifecycleAttachment
  /// The attachments of the groups that contain the listener, the outermost first.
  package let containers: [AppLifecycleAttachment]

  /// The listener; `nil` once it, or a group around it, is detached or freed.
  package var listener: (any AppLifecycleListener)? {
    containers.allSatisfy(\.isAttached) ? attachment.listener : nil
  }
}

extension ListenerStore {
  /// The turns of all listeners, those inside groups included, in the order that is not reversed.
  package var turns: [ListenerTurn] {
    var turns: [ListenerTurn] = []
    collect(into: &turns, containers: [])
    return turns
  }

  private func collect(into turns: inout [ListenerTurn], containers: [AppLifecycleAttachment]) {
    for attachment in allAttachments {
      guard attachment.isAttached else {
        // A weakly held object that was freed, which no event has met yet.
        attachment.detach()
        continue
      }
      turns.append(ListenerTurn(attachment: attachment, containers: containers))
      if let container = attachment.container {
        container.store.collect(into: &turns, containers: containers + [attachment])
      }
    }
  }
}

/// A listener made of listeners. Its store is open to the mediator, for probes and requests.
@MainActor
package protocol AppListenerContainer: AppLifecycleListener {
  /// The listeners inside.
  var store: ListenerStore { get }
}

/// Receives each attachment that a store detaches.
@MainActor
package protocol ListenerStoreObserver: AnyObject {
  func listenerDidDetach(_ attachment: AppLifecycleAttachment)
}
