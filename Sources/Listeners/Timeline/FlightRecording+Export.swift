public import Foundation

extension FlightRecording {
  /// What a recording can be written as.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// ``FlightRecording/table``.
    case table
    /// ``FlightRecording/jsonLines``.
    case jsonLines
    /// ``FlightRecording/trace``.
    case trace
    /// ``FlightRecording/timeline(_:)``.
    case timeline
  }

  /// Writes the recording to a file, for its owner only, replacing the whole file at once.
  ///
  /// Makes the directory if it is missing. Follows no symbolic link.
  ///
  /// - Parameters:
  ///   - format: What to write.
  ///   - file: Where. Not a file URL: a programmer's mistake.
  ///   - options: How a timeline is drawn.
  /// - Throws: A `ListenerFileError` that names the file and says what to do.
  public func write(
    _ format: Format, to file: URL, options: TimelineOptions = TimelineOptions()
  ) throws(ListenerFileError) {
    let text =
      switch format {
      case .table: table
      case .jsonLines: jsonLines
      case .trace: trace
      case .timeline: timeline(options)
      }
    try DurableFile(file).replace(with: Array(text.utf8), durability: .process)
  }
}
