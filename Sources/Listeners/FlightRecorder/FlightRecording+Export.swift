public import Foundation

extension FlightRecording {
  /// What a recording can be written as. The product `ListenersTimeline` adds a picture and a trace
  /// for Perfetto.
  public struct Format: Sendable {
    let text: @Sendable (FlightRecording) -> String

    /// Makes a format of your own.
    ///
    /// - Parameter text: Returns the whole text of the file.
    public init(_ text: @escaping @Sendable (FlightRecording) -> String) { self.text = text }

    /// The text of ``FlightRecording/table``.
    public static let table = Self { $0.table }
    /// The text of ``FlightRecording/jsonLines``.
    public static let jsonLines = Self { $0.jsonLines }
  }

  /// Writes the recording to a file, for its owner only, replacing the whole file at once.
  ///
  /// Makes the directory if it is missing. Follows no symbolic link.
  ///
  /// - Parameters:
  ///   - format: What to write.
  ///   - file: Where. Not a file URL: a programmer's mistake.
  /// - Throws: A `ListenerFileError` that names the file and says what to do.
  public func write(_ format: Format, to file: URL) throws(ListenerFileError) {
    let text = format.text(self)
    try DurableFile(file).replace(with: Array(text.utf8), durability: .process)
  }
}
