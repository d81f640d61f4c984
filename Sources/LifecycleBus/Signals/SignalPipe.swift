#if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Bionic) || canImport(Darwin)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #elseif canImport(Bionic)
    import Bionic
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The pipe from the signal handler to the reading thread: one for the process, made once and
  /// never closed.
  ///
  /// A handler may still run when its signal has been given back, on any thread. A closed pipe would
  /// then be SIGPIPE, or a byte in another file that has the descriptor's number by now.
  struct SignalPipe {
    private let readEnd: Int32
    let writeEnd: Int32

    /// Opens a non-blocking pipe that is closed in children. Its descriptors are above those of
    /// standard input, output and error, also where these are closed.
    init() throws(ProcessSignalError) {
      let ends = withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2) { ends in
        ends.initialize(repeating: -1)
        return ends.baseAddress.map(SignalSystem.makePipe) == true ? (ends[0], ends[1]) : nil
      }
      guard let ends else {
        throw ProcessSignalError(code: .refused(errno: errno), signal: nil)
      }
      (readEnd, writeEnd) = ends
    }

    /// Gives the descriptors back. Only for a pipe that no handler has ever written to.
    func close() {
      SignalSystem.closeDescriptor(readEnd)
      SignalSystem.closeDescriptor(writeEnd)
    }

    /// Wakes the reading thread, from any thread. Tries again if that fails, because the thread
    /// would sleep for ever; where the pipe is full, it is awake.
    func wake() {
      var byte: UInt8 = 0
      for _ in 0..<3 where write(writeEnd, &byte, 1) == 1 { return }
    }

    /// Waits until a byte is written or the time is up; an interrupted wait returns early.
    func wait(upTo patience: Duration?) {
      var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, 1, patience.map(Self.milliseconds) ?? -1)
      // Code that closes every descriptor of the process must not make this a busy loop.
      if request.revents & Int16(POLLNVAL) != 0 { usleep(100_000) }
    }

    /// The numbers that have been written; 0 is a wake. Never waits.
    func read() -> [UInt8] {
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
        var numbers: [UInt8] = []
        while true {
          let count = SignalSystem.readBytes(readEnd, into: buffer)
          if count > 0 { numbers += buffer[..<count] }
          // Less than was asked for: the pipe is empty, and no second call has to say so.
          if count < buffer.count { return numbers }
        }
      }
    }

    /// For `poll`: rounded up, so that it does not wake before the time.
    private static func milliseconds(_ duration: Duration) -> Int32 {
      let (seconds, attoseconds) = duration.components
      let milliseconds = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
      return Int32(
        clamping: seconds.multipliedReportingOverflow(by: 1000).partialValue
          .addingReportingOverflow(milliseconds).partialValue)
    }
  }
#endif
