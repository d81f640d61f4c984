/// What went wrong with a file of a listener. Never contains what was in the file.
///
/// ```swift
/// do {
///   try await saver.save()
/// } catch where error.code == .unwritable {
///   print(error)  // the path, the reason, and what to do
/// }
/// ```
public struct ListenerFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: Sendable {
    /// Another copy of the program, or another object of this one, owns the file.
    case inUse
    /// It can't be read now.
    case unreadable
    /// It can't be written, or is too large.
    case unwritable
    /// It was read, and isn't what the program expects.
    case undecodable
    /// The value can't be encoded as JSON.
    case unencodable
  }

  /// The kind of error.
  public let code: Code
  let path: String
  /// What happened, and what to do about it.
  public let sentence: String

  /// The path and the sentence.
  public var description: String { "\(path): \(sentence)" }
}
