import LifecycleBus

/// The colors and textures of a timeline.
enum TimelineStyle {
  /// The look of a state differs by height, texture and edge, so that no color is needed.
  static func height(_ state: AppLifecycleState) -> Double {
    switch state {
    case .active, .terminated: 40
    case .inactive: 30
    case .background: 22
    case .notRunning: 12
    }
  }

  /// The lines of each texture, in a tile of 6 points.
  static func texture(_ state: AppLifecycleState) -> String {
    switch state {
    case .active, .terminated: ""
    case .inactive: "M-1 1l2 -2M0 6l6 -6M5 7l2 -2"
    case .background: "M0 1.5h6M0 4.5h6"
    case .notRunning: "M1.5 3h1"
    }
  }

  struct Palette {
    let ground, edge, text, muted, line: String
    let late, lateText, calm, calmText, track: String
    /// The edge of the bands: dark enough beside each fill and the ground.
    let bandEdge: String
    /// Fill, text and texture of each state.
    let states: [(state: AppLifecycleState, fill: String, text: String, ink: String)]
  }

  static let light = Palette(
    ground: "#ffffff", edge: "#d8dee4", text: "#1f2328", muted: "#5b6570", line: "#aab4be",
    late: "#cf222e", lateText: "#ffffff", calm: "#2f74c0", calmText: "#ffffff", track: "#f0f3f6",
    bandEdge: "#3d464f",
    states: [
      (.notRunning, "#ffffff", "#5b6570", "#8a949e"), (.inactive, "#fff3cd", "#4d3a00", "#c9a227"),
      (.active, "#8fd9a8", "#0b3d1e", "#8fd9a8"), (.background, "#e4ebf7", "#1c3357", "#9db3d6"),
      (.terminated, "#3d464f", "#ffffff", "#3d464f"),
    ])

  static let dark = Palette(
    ground: "#0d1117", edge: "#30363d", text: "#e6edf3", muted: "#9aa4af", line: "#59636e",
    late: "#ff7b72", lateText: "#1b0504", calm: "#79b8ff", calmText: "#04152b", track: "#1a2028",
    bandEdge: "#c3ccd5",
    states: [
      (.notRunning, "#0d1117", "#9aa4af", "#6e7781"), (.inactive, "#3b2f0b", "#ffeec2", "#9a7b1c"),
      (.active, "#1d6b39", "#e2ffea", "#1d6b39"), (.background, "#16243d", "#dce9ff", "#3f5f93"),
      (.terminated, "#c3ccd5", "#0d1117", "#c3ccd5"),
    ])

  static func definitions(isDark: Bool?) -> String {
    let tiles = light.states.map(\.state).filter { !texture($0).isEmpty }.map { state in
      "<pattern id=\"lifecycle-\(state)\" width=\"6\" height=\"6\" "
        + "patternUnits=\"userSpaceOnUse\"><rect class=\"fill-\(state)\" width=\"6\" height=\"6\"/>"
        + "<path class=\"ink-\(state)\" d=\"\(texture(state))\"/></pattern>"
    }
    return "<style>\(sheet(isDark))</style>\n<defs>\(tiles.joined())</defs>"
  }

  private static func sheet(_ isDark: Bool?) -> String {
    let shared = """
      text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;\
      font-size:12px}
      .title{font-size:17px;font-weight:600}.head{font-size:13px;font-weight:600}
      .late{font-weight:600}.badge{font-size:12px;font-weight:700}
      .middle{text-anchor:middle}.end{text-anchor:end}
      """
    if let isDark { return shared + rules(isDark ? dark : light) }
    return shared + rules(light) + "@media (prefers-color-scheme:dark){\(rules(dark))}"
  }

  private static func rules(_ palette: Palette) -> String {
    let states = palette.states.map { state, fill, text, ink in
      let name = state.rawValue
      let surface = texture(state).isEmpty ? fill : "url(#lifecycle-\(name))"
      let dashes = state == .notRunning ? ";stroke-dasharray:3 3" : ""
      return ".\(name){fill:\(surface);stroke:\(palette.bandEdge)\(dashes)}"
        + ".fill-\(name){fill:\(fill)}.ink-\(name){stroke:\(ink);fill:none}text.\(name){fill:\(text);"
        + "stroke:none}"
    }
    return """
      .ground{fill:\(palette.ground);stroke:\(palette.edge)}\
      text{fill:\(palette.text)}.muted{fill:\(palette.muted)}text.late{fill:\(palette.late)}\
      .line{stroke:\(palette.line);fill:none}.edge{stroke:\(palette.bandEdge);fill:none}\
      .pole{stroke:\(palette.line)}.pole.late{stroke:\(palette.late)}\
      .mark{fill:\(palette.text);stroke:\(palette.ground);stroke-width:1.5}\
      .mark.open{fill:\(palette.ground);stroke:\(palette.text)}\
      .mark.late{fill:\(palette.late);stroke:\(palette.ground)}.mark.calm{fill:\(palette.calm)}\
      .ring{fill:none;stroke:\(palette.text)}.ring.late{stroke:\(palette.late)}\
      .stroke{stroke:\(palette.muted)}.stroke.late{stroke:\(palette.late);stroke-width:2}\
      .track{fill:\(palette.track)}.bar{fill:\(palette.calm)}.bar.late{fill:\(palette.late)}\
      .budget{stroke:\(palette.text);stroke-width:1.5}\
      .badge{fill:\(palette.calmText)}text.badge.late{fill:\(palette.lateText)}
      """ + states.joined()
  }
}
