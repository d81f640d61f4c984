package import LifecycleBus

/// A listener's place in one request. A listener that is detached or freed before its turn isn't
/// asked.
@MainActor
struct ListenerPlace {
  let attachment: AppLifecycleAttachment
  private let groups: [AppLifecycleAttachment]

  var listener: (any AppLifecycleListener)? {
    guard groups.allSatisfy(\.isAttached) else { return nil }
    return attachment.listener
  }

  /// `nil` if the listener is gone, doesn't adopt the protocol, or is for another scene.
  func listener<Role>(as role: Role.Type, in scene: AppSceneID? = nil) -> Role? {
    guard let listener else { return nil }
    if let scene, let own = listener.answersForScene, own != scene { return nil }
    return listener as? Role ?? (listener as? any RequestForwarding)?.answering as? Role
  }

  static func all(
    of list: ListenerList, in groups: [AppLifecycleAttachment] = []
  ) -> [ListenerPlace] {
    var places: [ListenerPlace] = []
    for attachment in list.attachments where attachment.isAttached {
      places.append(ListenerPlace(attachment: attachment, groups: groups))
      if let group = attachment.group {
        places += all(of: group.list, in: groups + [attachment])
      }
    }
    return places
  }
}

/// A listener that leaves requests to another object, whose methods needn't be public then.
@MainActor
package protocol RequestForwarding: AppLifecycleListener {
  var answering: any AppLifecycleListener { get }
}
