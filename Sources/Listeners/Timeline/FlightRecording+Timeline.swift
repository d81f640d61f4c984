extension FlightRecording {
  /// The recording as an SVG picture: the states as bands over time, the events as marks, and the
  /// slowest listeners as bars.
  ///
  /// Events that are too close to be drawn apart share a mark. The number at a mark is that of its
  /// bar below. What took longer than its allowance is red.
  ///
  /// ```swift
  /// let picture = recorder.recording.timeline(title: "Journal")
  /// ```
  ///
  /// - Parameters:
  ///   - title: The text above the picture.
  ///   - width: The width in points, at least 360. The height follows.
  ///   - isDark: True for a dark picture, false for a light one, `nil` for what the viewer prefers
  ///     (`prefers-color-scheme`).
  /// - Returns: The SVG text.
  public func timeline(
    title: String = "App life cycle", width: Int = 960, isDark: Bool? = nil
  ) -> String {
    let width = Double(min(max(width, 360), 10_000))
    var renderer = TimelineRenderer(self, title: title, width: width, isDark: isDark)
    return renderer.draw()
  }
}
