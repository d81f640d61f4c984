public import Foundation

/// The directory in which a program stores what it must remember from one run to the next.
public enum StateDirectory {
  /// Returns the directory of a program. The first listener that writes a file creates it.
  ///
  /// ```swift
  /// let drafts = try StateDirectory.url().appending(path: "drafts.state")
  /// ```
  ///
  /// On Apple platforms the directory is in Application Support, or in Caches on tvOS. On other
  /// platforms it's in the first of these that is set: systemd's `$STATE_DIRECTORY`,
  /// `$XDG_STATE_HOME`, `~/.local/state`. If systemd's directory already has the program's name, no
  /// directory is added inside it.
  ///
  /// - Parameters:
  ///   - application: The name of the directory. By default it's the main bundle's identifier or
  ///     the process's name. Slashes become dashes.
  ///   - environment: The variables to look up.
  /// - Returns: The directory's URL.
  /// - Throws: An error if no directory is known, if its path isn't UTF-8, or if the name is empty,
  ///   `.` or `..`.
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
        code: .unwritable, path: application,
        sentence: "A program's directory needs a name. Give one to `application`.")
    }

    return try directory(named: name, environment)
  }

  #if canImport(Darwin)
    private static func directory(
      named name: String, _ environment: [String: String]
    ) throws(ListenerFileError) -> URL {
      #if os(tvOS)
        let kind = FileManager.SearchPathDirectory.cachesDirectory
      #else
        let kind = FileManager.SearchPathDirectory.applicationSupportDirectory
      #endif

      guard let url = FileManager.default.urls(for: kind, in: .userDomainMask).first else {
        throw ListenerFileError(
          code: .unwritable, path: "~/Library",
          sentence: "The system names no directory for the state of programs. Give a path yourself."
        )
      }
      return url.appending(path: name, directoryHint: .isDirectory)
    }
  #else
    private static func directory(
      named name: String, _ environment: [String: String]
    ) throws(ListenerFileError) -> URL {
      // systemd's has several directories, separated by colons.
      let ofSystemd = environment["STATE_DIRECTORY"]?.prefix { $0 != ":" } ?? ""
      let places = [
        ("STATE_DIRECTORY", String(ofSystemd), ""),
        ("XDG_STATE_HOME", environment["XDG_STATE_HOME"] ?? "", ""),
        ("HOME", environment["HOME"] ?? "", ".local/state/"),
      ]
      guard let place = places.first(where: { $0.1.utf8.first == UInt8(ascii: "/") }) else {
        throw ListenerFileError(
          code: .unwritable, path: "~/.local/state",
          sentence: "Neither XDG_STATE_HOME nor HOME is an absolute path. Set one, or give a path "
            + "yourself.")
      }

      // What a String makes of bytes that aren't UTF-8 is the path of another directory.
      guard !place.1.unicodeScalars.contains("\u{FFFD}") else {
        throw ListenerFileError(
          code: .unwritable, path: place.1,
          sentence: "\(place.0) has bytes that are not UTF-8. Set another path, or give one.")
      }

      let url = URL(fileURLWithPath: place.1, isDirectory: true)
      let isOfThisProgram = place.0 == "STATE_DIRECTORY" && url.lastPathComponent == name
      if isOfThisProgram { return url }
      return url.appending(path: place.2 + name, directoryHint: .isDirectory)
    }
  #endif
}
