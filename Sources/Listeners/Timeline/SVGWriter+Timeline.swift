extension SVGWriter {
  mutating func mark(
    _ shape: TimelineCluster.Shape, _ x: Double, _ y: Double, isLate: Bool = false,
    isGroup: Bool = false
  ) {
    let late = isLate ? " late" : ""
    if isGroup { circle("ring\(late)", x, y, 7) }
    switch shape {
    case .event: circle("mark\(late)", x, y, 4.5)
    case .synthesized: circle("mark open\(late)", x, y, 4)
    case .condition: path("mark\(late)", from: x, y - 5.5, "l5.5 5.5l-5.5 5.5l-5.5 -5.5z")
    }
  }

  mutating func badge(_ badge: Int, _ x: Double, _ y: Double, isLate: Bool) {
    let name = isLate ? "late" : "calm"
    circle("mark \(name)", x, y, 9)
    text(x, y + 4.2, "\(badge)", "badge \(name) middle")
  }

  func document(
    _ width: Double, _ height: Double, title: String, summary: [String], isDark: Bool?
  ) -> String {
    let (innerWidth, innerHeight) = (Self.number(width - 1), Self.number(height.rounded() - 1))
    let (width, height) = (Self.number(width), Self.number(height.rounded()))
    let title = TimelineText.escaped(title)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" aria-label="\(title)">
      <title>\(title)</title>
      <desc>\(TimelineText.escaped(summary.joined(separator: ", ")))</desc>
      \(TimelineStyle.definitions(isDark: isDark))
      <rect class="ground" x="0.5" y="0.5" width="\(innerWidth)" height="\(innerHeight)" \
      rx="10"/>
      \(text)</svg>

      """
  }
}
