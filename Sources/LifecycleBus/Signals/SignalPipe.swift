import Foundation

/// The pipe from the signal handler to the dispatcher's thread.
///
/// The pipe stays open, because a handler may still run later.
struct SignalPipe {
  private let readEnd: Int32
  let writeEnd: Int32

  /// Makes descriptors above 2, so that no code takes the pipe for standard input.
  init() throws(ProcessSignalError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      throw .pipeRefused(errno: errno)
    }
    for index in 0...1 {
      let end = ends[index]
      ends[index] = Self.uninterrupted { fcntl(end, F_DUPFD_CLOEXEC, 3) }
      let isMarked =
        ends[index] >= 0 && Self.uninterrupted { fcntl(ends[index], F_SETOWN, getpid()) } == 0
      let failure = errno
      Foundation.close(end)
      guard isMarked else {
        // The other end: duplicated already, or not yet.
        for end in ends where end >= 0 { Foundation.close(end) }
        throw .pipeRefused(errno: failure)
      }
      _ = fcntl(ends[index], F_SETFL, O_NONBLOCK)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  private static func uninterrupted(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Only for a pipe that no handler has ever written to.
  func close() {
    Foundation.close(readEnd)
    Foundation.close(writeEnd)
  }

  func wake() { if isOwnPipe(writeEnd) { writeByte(0, to: writeEnd) } }

  /// Returns true if there is something to read; false after the time or an interrupted wait.
  @discardableResult
  func wait(upTo patience: Duration?) -> Bool {
    // Rounded up, so that it does not wake before the time.
    let time = patience.map { Int32(clamping: Int64(($0 / .milliseconds(1)).rounded(.up))) }
    let hasInput = SignalSystem.waitForInput(readEnd, upTo: time ?? -1)
    // Code that closes every descriptor of the process must not make this a busy loop.
    if hasInput == nil || hasInput == true && !isOwnPipe(readEnd) { usleep(100_000) }
    return hasInput == true
  }

  /// Takes the signals out of the pipe, without waiting. A byte of 0 only wakes the thread.
  func read() -> [ProcessSignal] {
    var signals: [ProcessSignal] = []
    var count = isOwnPipe(readEnd) ? 256 : 0
    // Less than was asked for: the pipe is empty, and no second call has to say so.
    while count == 256 {
      let bytes = SignalSystem.readBytes(readEnd, upTo: 256).bytes
      count = bytes.count
      for byte in bytes where byte != 0 { signals.append(ProcessSignal(rawValue: Int32(byte))) }
    }
    return signals
  }
}

// MARK: The handler

/// The write end of the process's signal pipe.
///
/// Proof for nonisolated(unsafe) and unchecked: written once, before the first handler is
/// installed, and only read from then on. A check at run time has no place in a signal handler.
@exclusivity(unchecked) nonisolated(unsafe) private var signalPipeDescriptor: Int32 = -1

func connectSignalHandler(to descriptor: Int32) {
  unsafe signalPipeDescriptor = descriptor
}

/// The signal handler, which writes the number of the signal into the pipe.
///
/// A handler may interrupt any code, so it calls only functions that POSIX lists as
/// async-signal-safe, and nothing of the Swift runtime. In a forked child, and after other code has
/// closed the pipe, the signal gets its default action.
func passOnSignal(_ number: Int32) {
  let kept = errno
  let descriptor = unsafe signalPipeDescriptor
  if isOwnPipe(descriptor) {
    writeByte(UInt8(truncatingIfNeeded: number), to: descriptor)
  } else {
    SignalSystem.sendAgainByDefault(number)
  }
  errno = kept
}

/// True if the descriptor is marked with this process as its owner; false in a forked child. Asks
/// three times, because a wrong answer would lose a signal.
private func isOwnPipe(_ descriptor: Int32) -> Bool {
  var tries = 3
  while tries > 0, fcntl(descriptor, F_GETOWN) != getpid() { tries -= 1 }
  return tries > 0
}

/// Tries three times, because without the byte the thread would sleep for ever.
private func writeByte(_ byte: UInt8, to descriptor: Int32) {
  var byte = byte
  var tries = 3
  while tries > 0, unsafe write(descriptor, &byte, 1) != 1 { tries -= 1 }
}
