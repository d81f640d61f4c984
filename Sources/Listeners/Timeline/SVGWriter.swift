/// Writes SVG elements as text.
struct SVGWriter {
  private(set) var text = ""

  /// Text, shortened to fit.
  mutating func text(
    _ x: Double, _ y: Double, _ string: String, _ names: String = "", within width: Double? = nil
  ) {
    let font = TimelineText.font(names)
    let fitting = width.map {
      TimelineText.fit(string, size: font.size, within: $0, isBold: font.isBold)
    }
    element(
      "text", names, [("x", x), ("y", y)], containing: TimelineText.escaped(fitting ?? string))
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
    let text = "\(DurationText.rounded(value, decimals))"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
