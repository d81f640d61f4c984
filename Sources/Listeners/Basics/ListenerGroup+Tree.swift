import LifecycleBus

extension ListenerGroup: CustomStringConvertible {
  /// The group and everything in it, one line each, in the order of the way up.
  ///
  /// ```text
  /// media
  /// ├─ ImageCache
  /// └─ sound
  ///    ├─ Player
  ///    └─ Recorder
  /// ```
  ///
  /// A listener that has a description of its own is printed by it, any other by the name of its
  /// type.
  public var description: String {
    let children = store.allAttachments.compactMap { $0.listener.map(Self.lines) }
    var lines = [listenerName]
    for (index, child) in children.enumerated() {
      let isLast = index == children.count - 1
      for (number, line) in child.enumerated() {
        let branch = isLast ? "└─ " : "├─ "
        let trunk = isLast ? "   " : "│  "
        lines.append((number == 0 ? branch : trunk) + line)
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func lines(of listener: Any) -> [Substring] {
    let text =
      (listener as? any CustomStringConvertible)?.description
      ?? String(describing: type(of: listener))
    return text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
