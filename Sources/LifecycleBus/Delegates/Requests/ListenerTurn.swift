import LifecycleBus

/// A listener's turn in one request. It keeps attachments, so that a listener that is detached or
/// freed before its turn is not called.
@MainActor
struct ListenerTurn {
  let attachment: AppLifecycleAttachment
  /// The groups that contain the listener, the outermost first.
  let containers: [(attachment: AppLifecycleAttachment, list: ListenerList)]

  /// `nil` once the listener, or a group around it, is detached or freed.
  var listener: (any AppLifecycleListener)? {
    containers.allSatisfy(\.attachment.isAttached) ? attachment.listener : nil
  }
}

extension ListenerList {
  /// Groups and their listeners, in the order of registration.
  var turns: [ListenerTurn] {
    var turns: [ListenerTurn] = []
    collect(into: &turns, containers: [])
    return turns
  }

  private func collect(
    into turns: inout [ListenerTurn],
    containers: [(attachment: AppLifecycleAttachment, list: ListenerList)]
  ) {
    for attachment in attachments where attachment.isAttached {
      turns.append(ListenerTurn(attachment: attachment, containers: containers))
      if let list = attachment.group?.list {
        list.collect(into: &turns, containers: containers + [(attachment, list)])
      }
    }
  }
}
