extension StateSaver {
  /// What a saver found when it was made.
  public struct Restoration: Sendable, Hashable {
    /// Where a state came from.
    public enum Source: String, Sendable, Hashable {
      /// Nothing was saved, or nothing can be read: the initial state is used.
      case initial
      /// The file.
      case current
      /// The generation before, because the file is missing or was set aside.
      case previous
    }

    /// Where the state came from.
    public let source: Source
    /// The generation that was restored; 0 for the initial state.
    public let generation: UInt64
    /// What was wrong with the files, and where they are now. Empty when all is well.
    public let problems: [ListenerFileError]
  }
}
