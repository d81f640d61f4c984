import Foundation

/// The bytes of a file: those that are on the disk for certain, and the changes since.
struct UnsyncedFile {
  enum Change {
    case write(at: Int, Data)
    case truncate(to: Int)
  }

  private(set) var certain: Data
  private(set) var changes: [Change] = []

  init(_ bytes: Data = Data()) { certain = bytes }

  mutating func apply(_ change: Change) { changes.append(change) }

  /// The bytes as programs read them.
  var present: Data {
    var choices = Choices.always(0)
    return bytes(&choices)
  }

  mutating func sync() {
    certain = present
    changes = []
  }

  /// The bytes that a power cut leaves. Each write is there, is missing, is there up to any byte, or
  /// has made the file longer and left zeros, all of them or those behind any byte.
  func bytes(_ choices: inout Choices) -> Data {
    var bytes = certain
    for change in changes {
      switch change {
      case .truncate(let length):
        if choices.choose(2) == 0 { Self.resize(&bytes, to: length) }
      case .write(let offset, let written):
        let end = offset + written.count
        let growth = end > bytes.count ? written.count : 0
        let choice = choices.choose(1 + written.count + growth)
        // 0: all of it. 1 to its length: one byte less than that. Then the same, with zeros behind.
        let kept = choice == 0 ? written.count : (choice - 1) % written.count
        if choice > written.count { Self.resize(&bytes, to: end) }
        if kept > 0 {
          Self.resize(&bytes, to: max(bytes.count, offset + kept))
          bytes.replaceSubrange(offset..<offset + kept, with: written.prefix(kept))
        }
      }
    }
    return bytes
  }

  private static func resize(_ bytes: inout Data, to length: Int) {
    bytes.removeLast(max(0, bytes.count - length))
    bytes.append(Data(count: length - bytes.count))
  }
}
