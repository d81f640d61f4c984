import LifecycleBus

/// A listener's turn in one request. It keeps attachments, so that a listener that is detached or
/// freed before its turn is not called.
@MainActor
struct ListenerTurn {
  let attachment: AppLifecycleAttachment
  /// The attachments of the groups that contain the listener, the outermost first.
  private let groups: [AppLifecycleAttachment]

  /// `nil` once the listener, or a group around it, is detached or freed.
  var listener: (any AppLifecycleListener)? {
    groups.allSatisfy(\.isAttached) ? attachment.listener : nil
  }

  /// `nil` also for one that does not adopt the protocol, or that is meant for another scene.
  func listener<Role>(as role: Role.Type, in scene: AppSceneID? = nil) -> Role? {
    guard let listener else { return nil }
    if let scene, let own = listener.answersForScene, own != scene { return nil }
    return listener as? Role
  }

  /// Groups and their listeners, in the order of registration.
  static func all(
    of list: ListenerList, in groups: [AppLifecycleAttachment] = []
  ) -> [ListenerTurn] {
    var turns: [ListenerTurn] = []
    for attachment in list.attachments where attachment.isAttached {
      turns.append(ListenerTurn(attachment: attachment, groups: groups))
      if let group = attachment.group { turns += all(of: group.list, in: groups + [attachment]) }
    }
    return turns
  }
}
