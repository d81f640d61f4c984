/// Where the listeners of a store are.
extension ListenerStore {
  /// The attachments in the order that is not reversed; some may have ended. A copy: what the
  /// caller does with them may change the store.
  package var allAttachments: [AppLifecycleAttachment] {
    let all = (0..<slots.count).map { slots.attachment(at: $0) }
    return waiting.isEmpty ? all : Self.ordered(all + waiting.map(\.attachment))
  }

  /// Inserts each in its place, which mostly is the last; `sorted` adds 4 KiB to each program.
  static func ordered(_ attachments: [AppLifecycleAttachment]) -> [AppLifecycleAttachment] {
    var ordered: [AppLifecycleAttachment] = []
    for attachment in attachments {
      let place = ordered.indices.partitioningIndex { attachment.precedes(ordered[$0]) }
      ordered.insert(attachment, at: place)
    }
    return ordered
  }

  /// The listener of an attachment; `nil` once it has ended.
  func listener(of attachment: AppLifecycleAttachment) -> (any AppLifecycleListener)? {
    if let index = index(of: attachment) { return slots.listener(at: index) }
    return waitingIndex(of: attachment).map { waiting[$0].listener }
  }

  /// The slot of an attachment.
  func index(of attachment: AppLifecycleAttachment) -> Int? {
    let index = (0..<slots.count).partitioningIndex {
      !slots.attachment(at: $0).precedes(attachment)
    }
    return index < slots.count && slots.attachment(at: index) === attachment ? index : nil
  }

  /// The place of an attachment among those that wait.
  func waitingIndex(of attachment: AppLifecycleAttachment) -> Int? {
    let index = waiting.partitioningIndex { $0.attachment.number >= attachment.number }
    return index < waiting.count && waiting[index].attachment === attachment ? index : nil
  }
}
