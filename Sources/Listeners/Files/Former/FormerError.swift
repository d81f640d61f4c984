import Foundation

struct FormerError: Error {
  let number: Int32

  init(number: Int32 = errno) { self.number = number }

  var isMissing: Bool { number == ENOENT }
  var isExisting: Bool { number == EEXIST }
  /// FreeBSD reports EMLINK where Linux and Darwin report ELOOP.
  var isSymbolicLink: Bool { number == ELOOP || number == EMLINK }
  /// The errors of opening a socket, a device that is not there, or a directory for writing.
  var isNotARegularFile: Bool { number == ENXIO || number == EOPNOTSUPP || number == EISDIR }
  /// The name has bytes that are no UTF-8.
  var isNoText: Bool { number == EILSEQ }
  /// The file system cannot sync a directory.
  var cannotSync: Bool { [EINVAL, EOPNOTSUPP].contains(number) }
  /// A file that is mounted by itself cannot be renamed or replaced.
  var isMount: Bool { number == EBUSY }
  /// Another process holds the lock.
  var isBusy: Bool { number == EWOULDBLOCK }

  var text: String { unsafe String(cString: strerror(number)) }
}
