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
  let identity: ObjectIdentifier
  let isAdopted: (any AppLifecycleListener) -> Bool

  package init<Role>(_ role: Role.Type) {
    identity = ObjectIdentifier(role)
    isAdopted = { $0 is Role }
  }
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
    forEachAttachment { attachment in
      guard let listener = attachment.listener else { return }
      let adoption = Adoption.of(role, by: listener)
      if adoption.contains(.role) {
        found.append(ListenerAdopter(attachment: attachment, containers: containers))
      }
      if adoption.contains(.container), let container = attachment.container {
        container.store.collect(role, into: &found, containers: containers + [attachment])
      }
    }
  }
}

/// Which types of listeners adopt which protocols. The answer is kept for each type, because a cast
/// to a protocol costs several times as much as the look-up.
@MainActor
struct Adoption: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The listener adopts the protocol in question.
  static let role = Self(rawValue: 1)
  /// The listener is made of listeners.
  static let container = Self(rawValue: 2)

  /// The answers by the type of listener; one after the other, because a type is asked about few
  /// protocols, and a key of two words takes three times as long to look up.
  private static var answers: [ObjectIdentifier: [(role: ObjectIdentifier, adoption: Adoption)]] =
    [:]

  /// What a listener adopts of a protocol.
  static func of(_ role: ListenerRole, by listener: any AppLifecycleListener) -> Self {
    let key = ObjectIdentifier(type(of: listener))
    if let known = answers[key] {
      for answer in known where answer.role == role.identity { return answer.adoption }
    }
    var answer: Self = []
    if role.isAdopted(listener) { answer.insert(.role) }
    if listener is any AppListenerContainer { answer.insert(.container) }
    answers[key, default: []].append((role.identity, answer))
    return answer
  }
}
