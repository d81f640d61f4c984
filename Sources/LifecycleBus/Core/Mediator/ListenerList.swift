/// The listeners of a mediator or a group, in the order of calls.
///
/// A listener's `deinit` may attach, detach and post, so it's taken out first and released last.
@MainActor
package final class ListenerList {
  package private(set) var attachments: [AppLifecycleAttachment] = []
  private var known: [ObjectIdentifier: AppLifecycleAttachment] = [:]

  package var count: Int { attachments.count { $0.isAttached } }

  // MARK: Attaching

  func insert(
    _ listener: any AppLifecycleListener, isWeak: Bool = false, priority: Int = 0
  ) -> (attachment: AppLifecycleAttachment, isNew: Bool) {
    let isObject = type(of: listener) is AnyClass
    let identity = isObject ? ObjectIdentifier(listener as AnyObject) : nil

    if let identity, let former = known[identity] {
      if former.isAttached {
        if !isWeak {
          former.keep(listener)
        }
        return (former, false)
      }
      // The object was attached weakly and freed, and a new one has its address.
      former.detach()
    }

    let attachment = AppLifecycleAttachment(
      listener, isWeak: isWeak, identity: identity, priority: priority, in: self)
    insert(attachment)
    if let identity {
      known[identity] = attachment
    }
    return (attachment, true)
  }

  private func insert(_ attachment: AppLifecycleAttachment) {
    var place = attachments.count
    while place > 0, attachments[place - 1].priority < attachment.priority {
      place -= 1
    }
    attachments.insert(attachment, at: place)
  }

  // MARK: Detaching

  package func remove(_ object: AnyObject) { known[ObjectIdentifier(object)]?.detach() }

  func remove(_ attachment: AppLifecycleAttachment) {
    // `firstIndex(where:)` would check at each element that its closure is on the main actor.
    var place = attachments.count - 1
    while place >= 0, attachments[place] !== attachment {
      place -= 1
    }
    if place < 0 { return }

    attachments.remove(at: place)
    if let identity = attachment.identity {
      known[identity] = nil
    }

    let released = attachment.end()
    withExtendedLifetime((attachment, released)) {}
  }

  package func close() {
    let former = attachments
    attachments = []
    known = [:]

    let released = former.map { $0.end() }
    withExtendedLifetime(released) {}
  }
}
