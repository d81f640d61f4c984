import LifecycleBus

/// The colors of a timeline, as a style sheet. Whatever is behind the picture, it stands on a
/// ground of its own.
enum TimelineStyle {
  static func sheet(_ appearance: TimelineOptions.Appearance) -> String {
    let shared = """
      text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;\
      font-size:12px}.small{font-size:11px}
      .title{font-size:17px;font-weight:600}.head{font-size:13px;font-weight:600}
      .late{font-weight:600}.badge{font-size:10px;font-weight:700}
      .middle{text-anchor:middle}.end{text-anchor:end}
      """
    switch appearance {
    case .light: return shared + rules(light)
    case .dark: return shared + rules(dark)
    case .automatic:
      return shared + rules(light) + "@media (prefers-color-scheme:dark){\(rules(dark))}"
    }
  }

  private struct Palette {
    let ground, edge, text, muted, line: String
    let late, lateText, calm, calmText, track: String
    /// Fill and text of each state.
    let states: [(AppLifecycleState, fill: String, text: String)]
  }

  private static let light = Palette(
    ground: "#ffffff", edge: "#d8dee4", text: "#1f2328", muted: "#5b6570", line: "#c4ccd4",
    late: "#cf222e", lateText: "#ffffff", calm: "#4a8fdb", calmText: "#ffffff", track: "#f0f3f6",
    states: [
      (.notRunning, "#eef1f4", "#5b6570"), (.inactive, "#f7dd94", "#4d3a00"),
      (.active, "#9be0b0", "#0b3d1e"), (.background, "#c5d4ec", "#1c3357"),
      (.terminated, "#57606a", "#ffffff"),
    ])

  private static let dark = Palette(
    ground: "#0d1117", edge: "#30363d", text: "#e6edf3", muted: "#9aa4af", line: "#485059",
    late: "#ff7b72", lateText: "#1b0504", calm: "#4a90e2", calmText: "#ffffff", track: "#1a2028",
    states: [
      (.notRunning, "#1e242c", "#9aa4af"), (.inactive, "#6b5311", "#ffeec2"),
      (.active, "#1f6f3c", "#dbffe6"), (.background, "#2b4470", "#dce9ff"),
      (.terminated, "#8b949e", "#0d1117"),
    ])

  private static func rules(_ palette: Palette) -> String {
    """
    .ground{fill:\(palette.ground);stroke:\(palette.edge)}\
    text{fill:\(palette.text)}.muted{fill:\(palette.muted)}text.late{fill:\(palette.late)}\
    .line{stroke:\(palette.line);fill:none}\
    .pole{stroke:\(palette.line)}.pole.late{stroke:\(palette.late)}\
    .mark{fill:\(palette.text);stroke:\(palette.ground);stroke-width:1.5}\
    .mark.open{fill:\(palette.ground);stroke:\(palette.text)}\
    .mark.late{fill:\(palette.late);stroke:\(palette.ground)}.mark.calm{fill:\(palette.calm)}\
    .stroke{stroke:\(palette.muted);stroke-opacity:.7}\
    .stroke.late{stroke:\(palette.late);stroke-opacity:1;stroke-width:2}\
    .track{fill:\(palette.track)}.bar{fill:\(palette.calm)}.bar.late{fill:\(palette.late)}\
    .budget{stroke:\(palette.text);stroke-width:1.5}.cut{stroke:\(palette.ground);stroke-width:3}\
    .badge{fill:\(palette.calmText)}.badge.late{fill:\(palette.lateText)}
    """
      + palette.states.map { ".\($0){fill:\($1)}text.\($0){fill:\($2)}" }.joined()
  }
}
