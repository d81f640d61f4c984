import Foundation

/// Why the journal can't be written.
struct JournalFileError: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String {
    "The journal cannot be kept in \(path): \(reason). Name another file: swift run journal PATH"
  }

  init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  init(path: String, systemError: Int32) {
    self.init(path: path, reason: String(cString: strerror(systemError)))
  }

  /// Foundation wraps the reason that the system gave; the innermost one says most.
  init(path: String, cause: any Error) {
    var error = cause
    while let inner = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error {
      error = inner
    }

    let innermost = error as NSError
    if innermost.domain == NSPOSIXErrorDomain {
      self.init(path: path, systemError: Int32(innermost.code))
    } else {
      self.init(path: path, reason: innermost.localizedDescription)
    }
  }
}
