import Foundation

// What the recorder's file and the sessions' file still use.
extension FormerFile {
  func error(_ code: ListenerFileError.Code, _ sentence: String) -> ListenerFileError {
    ListenerFileError(code: code, path: path, sentence: sentence)
  }

  var notARegularFile: ListenerFileError { error(.notARegularFile, "This is not a regular file.") }

  func tooLarge(_ bound: Int) -> ListenerFileError {
    error(.tooLarge, "It is larger than \(bound) bytes, the most that is read.")
  }

  func readError(_ cause: FormerError) -> ListenerFileError {
    if cause.isNotARegularFile { return notARegularFile }
    return error(.unreadable, "It cannot be read: \(cause.text).")
  }

  func writeError(_ cause: FormerError) -> ListenerFileError {
    error(.unwritable, "It cannot be written: \(cause.text).")
  }
}

typealias SystemError = FormerError

/// Moves a new descriptor above those of standard input, output and error, where other code would
/// use the file. The descriptor is closed when a program is executed.
func aboveStandard(_ number: Int32) -> Int32 {
  guard (0...2).contains(number) else { return number }
  let moved = fcntl(number, F_DUPFD_CLOEXEC, 3)
  let reason = errno
  close(number)
  errno = reason
  return moved
}

extension Date {
  /// Microseconds since 1970; 0 for a date that is too far away.
  var microseconds: Int64 {
    let value = (timeIntervalSince1970 * 1e6).rounded()
    return abs(value) < 9e18 ? Int64(value) : 0
  }

  init(microseconds: Int64) { self.init(timeIntervalSince1970: Double(microseconds) / 1e6) }
}
