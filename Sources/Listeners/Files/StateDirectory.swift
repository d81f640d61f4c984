public import Foundation

/// The directory in which a program keeps what it must remember from one run to the next.
public enum StateDirectory {
  /// The directory of one program. The first write creates it, not this call.
  ///
  /// Application Support on Apple platforms (Caches on tvOS, which has nothing else that lasts);
  /// elsewhere `$XDG_STATE_HOME`, or `~/.local/state` if that is not set, as the XDG Base Directory
  /// Specification says, which also asks to ignore a path that is not absolute.
  ///
  /// ```swift
  /// let drafts = try StateDirectory.url().appending(path: "drafts.state")
  /// ```
  ///
  /// - Parameters:
  ///   - application: The program's name, one for each program; the main bundle's identifier or the
  ///     process's name unless you say otherwise. Slashes in it become dashes.
  ///   - environment: Where `XDG_STATE_HOME` and `HOME` are looked up; a test brings its own.
  /// - Returns: The URL of the directory, which may not exist yet.
  /// - Throws: An error of code ``ListenerFileError/Code/noDirectory``, if there is no home to put
  ///   it in.
  public static func url(
    for application: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ListenerFileError) -> URL {
    let application =
      application ?? Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    // Scalars, not characters: a slash with an accent behind it is no slash to a String.
    let scalars = application.unicodeScalars.map { $0 == "/" ? "-" : $0 }
    let name = String(String.UnicodeScalarView(scalars))
    guard !["", ".", ".."].contains(name) else {
      throw ListenerFileError(
        code: .noDirectory, path: application,
        sentence: "A program's directory needs a name. Give one to `application`.")
    }
    return try base(environment).appending(path: name, directoryHint: .isDirectory)
  }

  #if canImport(Darwin)
    private static func base(_ environment: [String: String]) throws(ListenerFileError) -> URL {
      #if os(tvOS)
        let kind = FileManager.SearchPathDirectory.cachesDirectory
      #else
        let kind = FileManager.SearchPathDirectory.applicationSupportDirectory
      #endif
      if let url = FileManager.default.urls(for: kind, in: .userDomainMask).first { return url }
      throw ListenerFileError(
        code: .noDirectory, path: "~/Library",
        sentence: "The system names no directory for the state of programs. Give a path yourself.")
    }
  #else
    private static func base(_ environment: [String: String]) throws(ListenerFileError) -> URL {
      if let path = environment["XDG_STATE_HOME"], path.utf8.first == UInt8(ascii: "/") {
        return URL(fileURLWithPath: path, isDirectory: true)
      }
      if let path = environment["HOME"], path.utf8.first == UInt8(ascii: "/") {
        return URL(fileURLWithPath: path, isDirectory: true).appending(path: ".local/state")
      }
      throw ListenerFileError(
        code: .noDirectory, path: "~/.local/state",
        sentence:
          "Neither XDG_STATE_HOME nor HOME is an absolute path. Set one, or give a path yourself.")
    }
  #endif
}
