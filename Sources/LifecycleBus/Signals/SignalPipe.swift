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

  /// Where the handler writes. One source at a time has it; `SignalClaims` sees to that.
  ///
  /// Proof for nonisolated(unsafe) and unchecked: an `Int32` is read and written in one step, it is
  /// set before the handlers are installed and taken back after they are gone. A check at run time
  /// is nothing for a signal handler.
  @exclusivity(unchecked) nonisolated(unsafe) private var signalPipeDescriptor: Int32 = -1

  /// The signal handler: one byte, the number of the signal, into the pipe.
  ///
  /// It may interrupt any code on any thread, so it calls nothing but `write`, and nothing of the
  /// Swift runtime. A full pipe takes no more, and the reader has plenty to do then. `errno` is
  /// what it was.
  func passOnSignal(_ number: Int32) {
    let kept = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(signalPipeDescriptor, &byte, 1)
    errno = kept
  }

  /// A pipe from the signal handler to the reader; the process writes to itself.
  struct SignalPipe {
    private let readEnd: Int32
    private let writeEnd: Int32

    /// Opens a non-blocking pipe that is closed in children.
    init() throws(ProcessSignalError) {
      let ends = withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2) { ends in
        ends.initialize(repeating: -1)
        return ends.baseAddress.map(SignalSystem.makePipe) == true ? (ends[0], ends[1]) : nil
      }
      guard let ends else { throw ProcessSignalError(code: .refused(errno: errno), signal: nil) }
      (readEnd, writeEnd) = ends
    }

    /// The handler writes here from now on.
    func connect() { signalPipeDescriptor = writeEnd }

    /// The handler writes nowhere any more.
    func disconnect() { signalPipeDescriptor = -1 }

    /// Wakes the reader, from any thread.
    func wake() {
      var byte: UInt8 = 0
      _ = write(writeEnd, &byte, 1)
    }

    /// Waits until a byte is written or the time is up; an interrupted wait returns early.
    func wait(upTo patience: Duration?) {
      var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, 1, patience.map(Self.milliseconds) ?? -1)
    }

    /// The numbers that have been written; 0 is a wake. Never waits.
    func read() -> [UInt8] {
      var numbers: [UInt8] = []
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
        while true {
          let count = SignalSystem.readBytes(readEnd, into: buffer)
          guard count > 0 else { return }
          numbers += buffer[..<count]
        }
      }
      return numbers
    }

    func close() {
      SignalSystem.closeDescriptor(readEnd)
      SignalSystem.closeDescriptor(writeEnd)
    }

    /// For `poll`: rounded up, so that it does not wake before the time.
    private static func milliseconds(_ duration: Duration) -> Int32 {
      let (seconds, attoseconds) = duration.components
      let milliseconds = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
      return Int32(
        clamping: seconds.multipliedReportingOverflow(by: 1000).partialValue + milliseconds)
    }
  }
#endif
