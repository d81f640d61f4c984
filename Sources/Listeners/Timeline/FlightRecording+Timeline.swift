public import Listeners

extension FlightRecording {
  /// The recording as a picture: the states as bands over time, the events as marks, and the
  /// slowest listeners as bars.
  ///
  /// An SVG document without references to other files. All times are to one scale, so that an hour
  /// and a week look as they were; a state is at least a line, and
  /// events that are too close to be drawn apart share a mark. States differ by height and texture as
  /// well as by color. The number at a mark is that of its bar below; red is what took longer than its
  /// budget. Texts that come from the app are escaped, and shortened where they are longer than a line.
  ///
  /// ```swift
  /// let picture = recorder.recording.timeline(TimelineOptions(title: "Journal"))
  /// ```
  ///
  /// - Parameter options: How the picture is drawn.
  /// - Returns: An SVG document.
  public func timeline(_ options: TimelineOptions = TimelineOptions()) -> String {
    var renderer = TimelineRenderer(self, options)
    return renderer.draw()
  }
}

/// How a timeline is drawn.
public struct TimelineOptions: Sendable {
  /// Which colors a timeline has.
  public enum Appearance: Sendable {
    /// Light or dark, as the viewer is set (`prefers-color-scheme`).
    case automatic
    /// Dark on light.
    case light
    /// Light on dark.
    case dark
  }

  let title: String
  let width: Double
  let appearance: Appearance

  /// Makes options.
  ///
  /// - Parameters:
  ///   - title: The text above the picture.
  ///   - width: How wide it is, in points; at least 360. The height follows.
  ///   - appearance: Light, dark, or as the reader's system.
  public init(
    title: String = "App life cycle", width: Int = 960, appearance: Appearance = .automatic
  ) {
    self.title = title
    self.width = Double(min(max(width, 360), 10_000))
    self.appearance = appearance
  }
}
