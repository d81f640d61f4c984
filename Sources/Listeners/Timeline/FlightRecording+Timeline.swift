public import Listeners

extension FlightRecording {
  /// The recording as a picture: the states as bands over time, the events as marks, and the
  /// slowest listeners as bars.
  ///
  /// It is an SVG document without references to other files. All times are to one scale, but a
  /// state is at least a line. Events that are too close to be drawn apart share a mark. The number
  /// at a mark is that of its bar below. What took longer than its budget is red. Long texts of the
  /// app are shortened.
  ///
  /// ```swift
  /// let picture = recorder.recording.timeline(title: "Journal")
  /// ```
  ///
  /// - Parameters:
  ///   - title: The text above the picture.
  ///   - width: The width in points, at least 360. The height follows.
  ///   - isDark: Light on dark, or dark on light; with `nil` as the viewer is set
  ///     (`prefers-color-scheme`).
  /// - Returns: An SVG document.
  public func timeline(
    title: String = "App life cycle", width: Int = 960, isDark: Bool? = nil
  ) -> String {
    let width = Double(min(max(width, 360), 10_000))
    var renderer = TimelineRenderer(self, title: title, width: width, isDark: isDark)
    return renderer.draw()
  }
}
