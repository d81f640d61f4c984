extension DurableFile {
  func error(_ code: ListenerFileError.Code, _ sentence: String) -> ListenerFileError {
    ListenerFileError(code: code, path: path, sentence: sentence)
  }

  var notARegularFile: ListenerFileError {
    error(.notARegularFile, "This is not a regular file. Move it away, or give another path.")
  }

  func tooLarge(_ bound: Int) -> ListenerFileError {
    error(
      .tooLarge,
      "It is larger than \(bound) bytes, the most that is read. Raise the bound if it should be.")
  }

  func readError(_ cause: SystemError) -> ListenerFileError {
    if cause.isSymbolicLink { return symbolicLink }
    if cause.isNotARegularFile { return notARegularFile }
    return error(
      .unreadable,
      "It cannot be read: \(cause.text). Check that \(directory) is a directory and no link, "
        + "and that this user may read it."
    )
  }

  func writeError(_ cause: SystemError) -> ListenerFileError {
    if cause.isSymbolicLink { return symbolicLink }
    return error(
      .unwritable,
      "It cannot be written: \(cause.text). Check that \(directory) is a directory and no link, "
        + "that it may be written to, and that there is room on its disk.")
  }

  private var symbolicLink: ListenerFileError {
    error(
      .symbolicLink,
      "It, or the directory it is in, is a symbolic link, and links are not followed. "
        + "Give the path that the link leads to.")
  }
}
