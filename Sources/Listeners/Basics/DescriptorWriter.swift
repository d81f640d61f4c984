import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// Writes text to a file descriptor that it does not own. It does not wait for a reader that is
/// stuck, and a reader that has closed its end raises no signal.
struct DescriptorWriter {
  let descriptor: Int32

  /// A text, or the rest of it, was not written.
  struct LostText: Error, Equatable, CustomStringConvertible {
    /// The system's error number; `EAGAIN` where writing would have waited.
    let code: Int32

    var description: String {
      "Text was lost: \(SystemError(number: code).text) (error \(code))."
    }
  }

  /// Writes the whole text, as far as that needs no waiting.
  func write(_ text: String) throws(LostText) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try checkReady()
      rest = rest.dropFirst(try writeOnce(rest))
    }
  }

  /// The descriptor is shared with other code, so that it cannot be made non-blocking; `poll` is
  /// called first. Descriptors that `poll` refuses (a terminal on a Mac), and errors, show up in
  /// the write.
  private func checkReady() throws(LostText) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let answer = unsafe poll(&request, 1, 0)
    if answer == 0 { throw LostText(code: EAGAIN) }
  }

  private func writeOnce(_ bytes: ArraySlice<UInt8>) throws(LostText) -> Int {
    // What a pipe takes as one piece once it says that it is ready; more could wait for its
    // reader (POSIX, `write`).
    let piece = bytes.prefix(512)
    let (count, code) = withoutBrokenPipeSignal {
      // The bytes are read during the call only.
      let count = unsafe piece.withUnsafeBytes {
        unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      return (count, errno)
    }
    if count >= 0 { return count }
    if code == EINTR { return 0 }
    throw LostText(code: code)
  }

  #if canImport(Darwin)
    /// Runs a write without a SIGPIPE. Darwin sends the signal to the process, so that any thread
    /// may take it. The descriptor is told to raise none for the time of the write, and then is as
    /// it was.
    private func withoutBrokenPipeSignal(_ write: () -> (Int, Int32)) -> (Int, Int32) {
      let isChanged =
        fcntl(descriptor, F_GETNOSIGPIPE) == 0 && fcntl(descriptor, F_SETNOSIGPIPE, 1) == 0
      defer { if isChanged { _ = fcntl(descriptor, F_SETNOSIGPIPE, 0) } }
      return write()
    }
  #else
    /// Runs a write without a SIGPIPE. Each `unsafe` passes local variables, which the call reads
    /// or fills before it returns. The signal is sent to the writing thread, so that blocking
    /// it in this thread and consuming it leaves the program's own disposition alone.
    private func withoutBrokenPipeSignal(_ write: () -> (Int, Int32)) -> (Int, Int32) {
      var brokenPipe = sigset_t()
      var pending = sigset_t()
      var mask = sigset_t()
      unsafe sigemptyset(&brokenPipe)
      unsafe sigaddset(&brokenPipe, SIGPIPE)
      unsafe sigpending(&pending)
      let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
      unsafe pthread_sigmask(SIG_BLOCK, &brokenPipe, &mask)
      let result = write()
      if result.0 < 0, result.1 == EPIPE, !wasPending {
        unsafe sigpending(&pending)
        var taken: Int32 = 0
        if unsafe sigismember(&pending, SIGPIPE) == 1 { unsafe sigwait(&brokenPipe, &taken) }
      }
      unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
      return result
    }
  #endif
}
