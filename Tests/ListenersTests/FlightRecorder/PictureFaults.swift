@testable import Listeners
@testable import ListenersTimeline

extension [SVGWriter.Box] {
  /// What is wrong with a picture: texts that touch something, or that leave the picture.
  func faults(within width: Int) -> [String] {
    var faults: [String] = []
    for (index, box) in enumerated() {
      if box.left < 0 || box.right > Double(width) || box.top < 0 {
        faults.append("\(box.string) leaves the picture")
      }
      for other in self[(index + 1)...] where box.kind == .text || other.kind == .text {
        // A badge and its own number.
        if box.kind == .badge || other.kind == .badge, box.string == other.string { continue }
        let isApart =
          box.right <= other.left || other.right <= box.left || box.bottom <= other.top
          || other.bottom <= box.top
        if !isApart {
          faults.append("\(box.kind) \(box.string) touches \(other.kind) \(other.string)")
        }
      }
    }
    return faults
  }
}
