/// A listener that adopts a protocol, found for one request or one scene event.
///
/// It keeps attachments, not listeners, so that a listener that is detached or freed before its
/// turn is not called.
@MainActor
package struct ListenerAdopter {
  package let attachment: AppLifecycleAttachment
  /// The attachments of the groups that contain the listener, the outermost first.
  package let containers: [AppLifecycleAttachment]

  /// The listener; `nil` once it, or a group around it, is detached or freed.
  package var listener: (any AppLifecycleListener)? {
    containers.allSatisfy(\.isAttached) ? attachment.listener : nil
  }
}

/// A protocol that listeners adopt. As a value, so that the search for adopters and the wait for
/// their answers are compiled once, not for each protocol.
package struct ListenerRole {
  fileprivate let isAdopted: (any AppLifecycleListener) -> Bool

  package init<Role>(_ role: Role.Type) { isAdopted = { $0 is Role } }
}

extension ListenerStore {
  /// The adopters of a protocol, those inside groups included, in the order of the way up.
  package func adopters(of role: ListenerRole) -> [ListenerAdopter] {
    var found: [ListenerAdopter] = []
    collect(role, into: &found, containers: [])
    return found
  }

  private func collect(
    _ role: ListenerRole, into found: inout [ListenerAdopter],
    containers: [AppLifecycleAttachment]
  ) {
    for attachment in allAttachments {
      guard let listener = attachment.listener else {
        // A weakly held object that was freed, which no event has met yet.
        attachment.detach()
        continue
      }
      if role.isAdopted(listener) {
        found.append(ListenerAdopter(attachment: attachment, containers: containers))
      }
      if let container = attachment.container {
        container.store.collect(role, into: &found, containers: containers + [attachment])
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
