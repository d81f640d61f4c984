#if !canImport(os)
  import Foundation

  /// Writes text to a file descriptor that it doesn't own, without waiting and without a signal.
  struct DescriptorWriter {
    let descriptor: Int32

    struct LostText: Error, Equatable {
      /// The error number; `EAGAIN` where writing would have waited.
      let code: Int32
    }

    func write(_ text: String) throws(LostText) {
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

    /// Blocks the signals of a broken pipe and of the limit of a file's size in this thread, and takes
    /// one that was sent. Each `unsafe` passes local variables, which the call reads or fills.
    private func writeOnce(_ piece: ArraySlice<UInt8>) throws(LostText) -> Int {
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      unsafe sigaddset(&signals, SIGPIPE)
      unsafe sigaddset(&signals, SIGXFSZ)

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
      if code == EINTR { return 0 }
      if code == EPIPE || code == EFBIG {
        var noTime = timespec()
        unsafe sigtimedwait(&signals, nil, &noTime)
      }
      throw LostText(code: code)
    }
  }
#endif
