import Foundation

/// Writes to a descriptor that other code owns, without waiting for its reader and without a
/// signal.
package struct DescriptorWriter {
  package let descriptor: Int32

  package init(descriptor: Int32) { self.descriptor = descriptor }

  package struct LostText: Error, Equatable {
    /// The error number; `EAGAIN` where writing would have waited.
    package let code: Int32

    package init(code: Int32) { self.code = code }
  }

  package func write(_ text: String) throws(LostText) {
    var rest = Array(text.utf8)[...]

    while !rest.isEmpty {
      // The descriptor is shared with other code, so it can't be made non-blocking.
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let readyCount = unsafe poll(&request, 1, 0)
      if readyCount == 0 { throw LostText(code: EAGAIN) }

      // What a pipe takes as one piece once it says that it's ready; more could wait for its
      // reader (POSIX, `write`).
      rest = rest.dropFirst(try writeOnce(rest.prefix(512)))
    }
  }

  /// Blocks the signals that a write may bring, and takes back one that was sent. Each `unsafe`
  /// passes local variables.
  private func writeOnce(_ piece: ArraySlice<UInt8>) throws(LostText) -> Int {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGPIPE, SIGXFSZ, SIGTTOU] {
      unsafe sigaddset(&signals, signal)
    }

    var mask = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &signals, &mask)
    defer {
      unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    let count = unsafe piece.withUnsafeBytes {
      unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
    }
    if count >= 0 { return count }

    let code = errno
    switch code {
    case EINTR:
      return 0
    case EPIPE:
      takeBack(SIGPIPE)
    case EFBIG:
      takeBack(SIGXFSZ)
    default:
      break
    }
    throw LostText(code: code)
  }

  /// If the process ignores the signal, none is pending, and `sigwait` would wait for ever.
  private func takeBack(_ signal: Int32) {
    var pending = sigset_t()
    unsafe sigpending(&pending)
    guard unsafe sigismember(&pending, signal) == 1 else { return }

    var signals = sigset_t()
    var taken: Int32 = 0
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, signal)
    unsafe sigwait(&signals, &taken)
  }
}
