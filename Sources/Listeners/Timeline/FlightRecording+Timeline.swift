public import Listeners

extension FlightRecording {
  /// The recording as a picture: the states as bands over time, the events as marks, and the
  /// slowest listeners as bars.
  ///
  /// An SVG document without references to other files. The bands have one scale. Where nothing
  /// happened for so long that the rest could not be seen, time is left out: the band has a gap with
  /// the length that is missing. States differ by height and texture as well as by color. Events
  /// that are too close to be drawn apart share a mark. The number at a mark is that of its bars
  /// below; red is what took longer than its budget. Texts that come from the app are escaped, and
  /// shortened where they are too long.
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

extension FlightRecording.Format {
  /// The picture of ``/Listeners/FlightRecording/timeline(_:)``.
  ///
  /// - Parameter options: How it is drawn.
  /// - Returns: The format, for ``/Listeners/FlightRecording/write(_:to:)``.
  public static func timeline(_ options: TimelineOptions = TimelineOptions()) -> Self {
    Self { $0.timeline(options) }
  }

  /// The text of ``/Listeners/FlightRecording/trace``.
  public static var trace: Self { Self { $0.trace } }
}
