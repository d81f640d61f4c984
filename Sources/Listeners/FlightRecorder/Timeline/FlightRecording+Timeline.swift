extension FlightRecording {
  /// The recording as a picture: the states as bands over time, the events as marks, and the
  /// slowest listeners as bars.
  ///
  /// An SVG document that stands by itself. Times are to scale, except that events close together
  /// are drawn apart and long waits are cut (two strokes across the band). The number at a mark
  /// leads to its bar below; red is what took longer than its budget. Texts that come from the app
  /// are escaped, and shortened where they are too long.
  ///
  /// ```swift
  /// let picture = recorder.recording.timeline(TimelineOptions(title: "Journal"))
  /// ```
  public func timeline(_ options: TimelineOptions = TimelineOptions()) -> String {
    var renderer = TimelineRenderer(self, options)
    return renderer.draw()
  }
}
