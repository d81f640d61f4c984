import Listeners

/// Writes SVG elements as text. Knows shapes and escaping, and nothing of timelines.
struct SVGWriter {
  /// The room that a text takes, or that texts must leave free.
  struct Box: Equatable {
    enum Kind { case text, pole, badge }
    let kind: Kind
    let left, right, top, bottom: Double
    var string = ""
  }

  private(set) var text = ""
  /// What has been drawn so far, so that a test can tell whether texts touch.
  private(set) var boxes: [Box] = []

  mutating func text(_ x: Double, _ y: Double, _ string: String, _ names: String = "") {
    element("text", names, [("x", x), ("y", y)], containing: TimelineText.escaped(string))
    let style = TimelineText.style(names)
    let width = TimelineText.width(string, size: style.size, isBold: style.isBold)
    let left = x - width * style.anchor
    reserve(.text, left, y - style.size * 0.8, width, style.size, string)
  }

  /// Notes that texts must leave a place free.
  mutating func reserve(
    _ kind: Box.Kind, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    _ string: String = ""
  ) {
    boxes.append(
      Box(kind: kind, left: x, right: x + width, top: y, bottom: y + height, string: string))
  }

  mutating func rectangle(
    _ names: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    radius: Double = 0, tooltip: String? = nil
  ) {
    var attributes = [("x", x), ("y", y), ("width", width), ("height", height)]
    if radius > 0 { attributes.append(("rx", radius)) }
    element("rect", names, attributes, containing: tooltip.map(Self.title))
  }

  mutating func circle(_ names: String, _ x: Double, _ y: Double, _ radius: Double) {
    element("circle", names, [("cx", x), ("cy", y), ("r", radius)])
  }

  /// A path from a point on, with commands relative to it.
  mutating func path(_ names: String, from x: Double, _ y: Double, _ commands: String) {
    text += "<path class=\"\(names)\" d=\"M\(Self.number(x)) \(Self.number(y))\(commands)\"/>\n"
  }

  mutating func group(tooltip: String, _ body: (inout Self) -> Void) {
    text += "<g>\(Self.title(tooltip))\n"
    body(&self)
    text += "</g>\n"
  }

  private mutating func element(
    _ name: String, _ names: String, _ attributes: [(String, Double)],
    containing body: String? = nil
  ) {
    text += "<\(name)"
    if !names.isEmpty { text += " class=\"\(names)\"" }
    for (key, value) in attributes { text += " \(key)=\"\(Self.number(value))\"" }
    text += body.map { ">\($0)</\(name)>\n" } ?? "/>\n"
  }

  private static func title(_ string: String) -> String {
    "<title>\(TimelineText.escaped(string))</title>"
  }

  /// To a hundredth of a point, and short.
  static func number(_ value: Double) -> String { trimmed(value, 2) }

  /// With at most so many decimals, and no zeros at the end.
  static func trimmed(_ value: Double, _ decimals: Int) -> String {
    var text = DurationText.fixed(value, decimals)
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
