/// The listeners of a mediator or a group, by priority and then in the order of attachment.
///
/// The `deinit` of a listener may attach, detach and post, so what is removed is taken out first
/// and released last.
@MainActor
package final class ListenerList {
  /// Some may be of listeners that were attached weakly and freed.
  package private(set) var attachments: [AppLifecycleAttachment] = []
  /// So that the same object is attached once.
  private var known: [ObjectIdentifier: AppLifecycleAttachment] = [:]
  /// The group whose list this is; `nil` for a mediator's.
  weak var owner: ListenerGroup?

  /// Without those.
  package var count: Int { attachments.filter(\.isAttached).count }

  // MARK: Attaching

  /// `weakly` is the same listener, where the attachment must not keep it.
  func insert(
    _ listener: any AppLifecycleListener, weakly: (any AppLifecycleListener & AnyObject)? = nil,
    priority: Int = 0
  ) -> (attachment: AppLifecycleAttachment, isNew: Bool) {
    let identity =
      type(of: listener) is AnyClass ? ObjectIdentifier(listener as AnyObject) : nil
    if let identity, let former = known[identity] {
      if former.isAttached {
        if weakly == nil { former.keep(listener) }
        return (former, false)
      }
      // The weakly held object was freed, and a new one has its address.
      former.detach()
    }
    let attachment = AppLifecycleAttachment(
      listener, weakly: weakly, identity: identity, priority: priority, in: self)
    var place = attachments.count
    while place > 0, attachments[place - 1].priority < priority { place -= 1 }
    attachments.insert(attachment, at: place)
    if let identity { known[identity] = attachment }
    attachment.group?.noteParent(attachment)
    return (attachment, true)
  }

  // MARK: Detaching

  package func remove(_ object: AnyObject) { known[ObjectIdentifier(object)]?.detach() }

  func remove(_ attachment: AppLifecycleAttachment) {
    // `firstIndex(where:)` would check at each element that its closure is on the main actor.
    var place = attachments.count - 1
    while place >= 0, attachments[place] !== attachment { place -= 1 }
    if place < 0 { return }
    attachments.remove(at: place)
    if let identity = attachment.identity { known[identity] = nil }
    let group = attachment.group
    let released = attachment.end()
    group?.noteParentEnd()
    withExtendedLifetime((attachment, released)) {}
  }

  package func close() {
    let former = attachments
    (attachments, known) = ([], [:])
    let groups = former.compactMap(\.group)
    let released = former.map { $0.end() }
    for group in groups { group.noteParentEnd() }
    withExtendedLifetime(released) {}
  }
}
