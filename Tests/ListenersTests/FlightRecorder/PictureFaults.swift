import Foundation
import LifecycleBus

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import Listeners

/// What is wrong with a picture: texts that touch each other, a pole or a badge, or that leave the
/// picture.
func faults(in picture: String, within width: Int) -> [String] {
  let boxes = PictureBoxes(picture).boxes
  var faults = boxes.isEmpty ? ["the picture has no text"] : []
  for (index, box) in boxes.enumerated() {
    if box.left < 0 || box.right > Double(width) || box.top < 0 {
      faults.append("\(box.string) leaves the picture")
    }
    for other in boxes[(index + 1)...] where box.kind == .text || other.kind == .text {
      // A badge and its own number.
      if box.kind == .badge || other.kind == .badge, box.center == other.center { continue }
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

/// The room that a text takes, or that texts must leave free.
private struct Box {
  enum Kind { case text, pole, badge }
  let kind: Kind
  let left, right, top, bottom: Double
  var string = ""

  var center: Double { ((left + right) / 2 * 100).rounded() }
}

/// Reads the boxes out of a picture.
private final class PictureBoxes: NSObject, XMLParserDelegate {
  private(set) var boxes: [Box] = []
  private var attributes: [String: String] = [:]
  private var string = ""

  init(_ picture: String) {
    super.init()
    let parser = XMLParser(data: Data(picture.utf8))
    parser.delegate = self
    _ = parser.parse()
  }

  private var names: [Substring] { (attributes["class"] ?? "").split(separator: " ") }

  private func number(_ key: String) -> Double { attributes[key].flatMap { Double($0) } ?? .nan }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    self.attributes = attributes
    string = ""
    if name == "path", names.contains("pole") {
      // M, x, a space, the upper end, V, and the lower end, which is 11 points below the upper edge
      // of a badge that covers it.
      let numbers = (attributes["d"] ?? "").split { "M V".contains($0) }.compactMap { Double($0) }
      let (x, top, bottom) = (numbers[0], numbers[1], numbers[2] - 11)
      boxes.append(Box(kind: .pole, left: x, right: x, top: top, bottom: bottom))
    } else if name == "circle", names.contains("mark"), number("r") == 9 {
      let (x, y) = (number("cx"), number("cy"))
      boxes.append(Box(kind: .badge, left: x - 9, right: x + 9, top: y - 9, bottom: y + 9))
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { self.string += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard name == "text" else { return }
    let font = TimelineText.font(attributes["class"] ?? "")
    let width = TimelineText.width(string, size: font.size, isBold: font.isBold)
    let anchor = names.contains("middle") ? 0.5 : names.contains("end") ? 1 : 0
    let (left, top) = (number("x") - width * anchor, number("y") - font.size * 0.8)
    boxes.append(
      Box(
        kind: .text, left: left, right: left + width, top: top, bottom: top + font.size,
        string: string))
  }
}
