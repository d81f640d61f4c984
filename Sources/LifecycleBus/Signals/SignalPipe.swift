import Foundation

/// The pipe from the signal handler to the signal thread. It stays open, because a handler may
/// still run later.
struct SignalPipe {
  private let readEnd: Int32
  let writeEnd: Int32

  /// The descriptors are above 2, so that no code takes the pipe for standard input.
  init() throws(ProcessSignalError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .refused(errno: errno) }

    for index in ends.indices {
      let original = ends[index]
      ends[index] = fcntl(original, F_DUPFD_CLOEXEC, 3)
      let isOwned = ends[index] >= 0 && fcntl(ends[index], F_SETOWN, getpid()) == 0
      let failure = errno
      Foundation.close(original)

      guard isOwned else {
        for end in ends {
          Foundation.close(end)
        }
        throw .refused(errno: failure)
      }
      _ = fcntl(ends[index], F_SETFL, O_NONBLOCK)
    }

    readEnd = ends[0]
    writeEnd = ends[1]
  }

  func wake() {
    if isOwnPipe(writeEnd) {
      writeByte(0, to: writeEnd)
    }
  }

  /// Returns early after an interruption.
  func wait(upTo patience: Duration?) {
    // Rounded up, so that it doesn't wake before the time.
    let time = patience.map { Int32(clamping: Int64(($0 / .milliseconds(1)).rounded(.up))) }
    var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, time ?? -1) > 0 else { return }

    // Code that closes every descriptor of the process must not make this a busy loop.
    if !isOwnPipe(readEnd) {
      usleep(100_000)
    }
  }

  /// A byte of 0 only wakes the thread.
  func read() -> [ProcessSignal] {
    var signals: [ProcessSignal] = []
    guard isOwnPipe(readEnd) else { return signals }

    var bytes = [UInt8](repeating: 0, count: 256)
    var count = bytes.count
    // Less than was asked for: the pipe is empty, and no second call has to say so.
    while count == bytes.count {
      count = unsafe Foundation.read(readEnd, &bytes, bytes.count)

      for byte in bytes.prefix(max(0, count)) where byte != 0 {
        signals.append(ProcessSignal(rawValue: Int32(byte)))
      }
    }
    return signals
  }
}

// MARK: The handler

/// The write end. A check at run time has no place in a handler.
// Proof for nonisolated(unsafe) and unchecked: written once, under the lock of the signals' thread,
// before the first handler is installed.
@exclusivity(unchecked) nonisolated(unsafe) private var signalPipeDescriptor: Int32 = -1

func connectSignalHandler(to descriptor: Int32) {
  unsafe signalPipeDescriptor = descriptor
}

/// Calls only functions that POSIX lists as async-signal-safe, and nothing of the Swift runtime.
/// Without its own pipe, as in a forked child, the signal gets its default action.
func passOnSignal(_ number: Int32) {
  let errnoBefore = errno
  let descriptor = unsafe signalPipeDescriptor

  if isOwnPipe(descriptor) {
    writeByte(UInt8(truncatingIfNeeded: number), to: descriptor)
  } else {
    SignalSystem.useDefault(on: ProcessSignal(rawValue: number))
    kill(getpid(), number)
  }

  errno = errnoBefore
}

/// Does nothing for a key that a child in front has for itself. The child would inherit that the
/// signal is ignored.
func setSignalAside(_ number: Int32) {}

/// False in a forked child, and for a file that other code has opened in the pipe's place.
private func isOwnPipe(_ descriptor: Int32) -> Bool {
  #if canImport(Darwin)
    // Its system tells the owner of a pipe as if it were a group.
    fcntl(descriptor, F_GETOWN) == -getpid()
  #else
    fcntl(descriptor, F_GETOWN) == getpid()
  #endif
}

private func writeByte(_ byte: UInt8, to descriptor: Int32) {
  var byte = byte
  _ = unsafe write(descriptor, &byte, 1)
}
