/// A listener that adopts a protocol, found for one request or one scene event.
///
/// It keeps attachments, not listeners, so that a listener that is detached or freed before its
/// turn is not called.
@MainActor
struct ListenerAdopter<Role> {
  let attachment: AppLifecycleAttachment
  /// The attachments of the groups that contain the listener, the outermost first.
  let containers: [AppLifecycleAttachment]

  /// The listener; `nil` once it, or a group around it, is detached or freed.
  var role: Role? {
    guard containers.allSatisfy(\.isAttached) else { return nil }
    return attachment.listener as? Role
  }
}

extension ListenerStore {
  /// The adopters of a protocol, those inside groups included, in the order of the way up.
  func adopters<Role>(of role: Role.Type = Role.self) -> [ListenerAdopter<Role>] {
    var found: [ListenerAdopter<Role>] = []
    collect(into: &found, containers: [])
    return found
  }

  private func collect<Role>(
    into found: inout [ListenerAdopter<Role>], containers: [AppLifecycleAttachment]
  ) {
    forEachAttachment { attachment in
      guard let listener = attachment.listener else { return }
      if Adoption.isAdopted(Role.self, by: listener) {
        found.append(ListenerAdopter(attachment: attachment, containers: containers))
      }
      if Adoption.isAdopted((any AppListenerContainer).self, by: listener),
        let container = listener as? any AppListenerContainer
      {
        container.store.collect(into: &found, containers: containers + [attachment])
      }
    }
  }
}

/// Which types of listeners adopt which protocols. The answer is kept for each type, because a cast
/// to a protocol costs several times as much as the look-up.
@MainActor
enum Adoption {
  private struct Question: Hashable {
    let listener: ObjectIdentifier
    let role: ObjectIdentifier
  }

  private static var answers: [Question: Bool] = [:]

  /// Whether a listener adopts a protocol.
  static func isAdopted<Role>(_ role: Role.Type, by listener: any AppLifecycleListener) -> Bool {
    let question = Question(
      listener: ObjectIdentifier(type(of: listener)), role: ObjectIdentifier(role))
    if let known = answers[question] { return known }
    let answer = listener is Role
    answers[question] = answer
    return answer
  }
}
