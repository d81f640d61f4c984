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

  /// The write end of the process's signal pipe.
  ///
  /// Proof for nonisolated(unsafe) and unchecked: written once, before the first handler is
  /// installed, and only read from then on. A check at run time has no place in a signal handler.
  @exclusivity(unchecked) nonisolated(unsafe) private var signalPipeDescriptor: Int32 = -1

  /// The process that reads the pipe.
  ///
  /// Proof for nonisolated(unsafe) and unchecked: as for `signalPipeDescriptor`.
  @exclusivity(unchecked) nonisolated(unsafe) private var signalPipeOwner: pid_t = -1

  /// From now on the handler writes to this descriptor. Called once, before a handler is installed.
  func connectSignalHandler(to descriptor: Int32) {
    signalPipeDescriptor = descriptor
    signalPipeOwner = getpid()
  }

  /// The signal handler: writes one byte, the number of the signal, into the pipe.
  ///
  /// It may interrupt any code on any thread, so it calls nothing of the Swift runtime, and only
  /// functions that POSIX lists as async-signal-safe. A write that fails is tried again; a full pipe
  /// takes no more bytes, and the reader has more than enough to act on then. `errno` keeps its value.
  ///
  /// A forked child that executes no other program inherits handler and pipe, but the pipe's reader
  /// is in the parent. There the signal gets its default action.
  func passOnSignal(_ number: Int32) {
    let kept = errno
    if getpid() == signalPipeOwner {
      var byte = UInt8(truncatingIfNeeded: number)
      var tries = 3
      while tries > 0, write(signalPipeDescriptor, &byte, 1) != 1 { tries -= 1 }
    } else {
      SignalSystem.sendAgainByDefault(number)
    }
    errno = kept
  }
#endif
