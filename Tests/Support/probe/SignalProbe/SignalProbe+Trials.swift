import Dispatch
// The streams of C are variables there, which the library sets before `main` and never again.
@preconcurrency import Foundation
import LifecycleBus
import LifecycleBusSignals
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SignalProbe {
  /// A child that runs no other program: it waits for a signal.
  func forkChild() {
    // Swift hides `fork`, because a child of several threads can do little. This one waits.
    guard let symbol = dlsym(nil, "fork") else { return trace("no fork") }
    let fork = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
    let child = ProcessSignalSource.withoutBlockedSignals {
      let child = fork()
      if child == 0 { while true { pause() } }
      return child
    }
    trace("forked \(child)")
    Thread.detachNewThread { [options] in
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      let line = status & 0x7f == 0 ? "exited" : "died \(status & 0x7f)"
      FileHandle(fileDescriptor: options.trace).write(Data("forked child \(line)\n".utf8))
    }
  }

  /// What a `main` does that is on its way to `end(_:)`: some turns of the main actor.
  func takeTurns() async {
    for _ in 0..<5 { await Task.detached {}.value }
  }

  /// Prints lines until the process ends, and leaves the main actor free.
  func flood() {
    Task.detached {
      while true {
        print("a line")
        await Task.yield()
      }
    }
  }

  /// Writes 100 lines without a buffer, and says when that is done.
  func writeLines() {
    Task.detached { [self] in
      for _ in 0..<100 { writeLine() }
      await trace("100 lines")
    }
  }

  /// Gives SIGTERM to other code.
  func take(_ kind: String) {
    switch kind {
    case "plain": signal(SIGTERM) { _ in _exit(9) }
    case "dispatch":
      let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
      source.setEventHandler { @Sendable in _exit(9) }
      source.resume()
      // On Linux, Dispatch installs its handler on a thread of its own.
      while catchesTermination == false { usleep(1_000) }
      otherSources.append(source)
    default: break
    }
  }

  /// Whether the process has a handler for SIGTERM; `nil` where the system does not say.
  private var catchesTermination: Bool? {
    let mask = status("SigCgt").split(separator: " ").last.flatMap { UInt64($0, radix: 16) }
    return mask.map { $0 & 1 << UInt64(SIGTERM - 1) != 0 }
  }

  /// What a library does that closes all descriptors, and a program that opens a file then.
  func loseDescriptors(to path: String) {
    for descriptor: Int32 in 3..<64 where ![options.trace, options.commands].contains(descriptor) {
      close(descriptor)
    }
    for _ in 0..<60 where open(path, O_RDWR | O_CREAT | O_APPEND, 0o600) < 0 {}
    trace("lost")
  }

  /// Takes the locks of C's streams for this thread, as a write to one that blocks does.
  func keepStreams() {
    flockfile(stdout)
    flockfile(stderr)
  }

  /// Starts and stops the source, while another thread sends SIGCONT without a pause.
  func cycle(_ rounds: Int) {
    source.stop()
    let before = openDescriptors
    let isOver = LockedFlag()
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while !isOver.value { kill(getpid(), SIGCONT) }
      hasEnded.signal()
    }
    let start = ContinuousClock.now
    for _ in 0..<rounds {
      do { try source.start() } catch { return trace("error \(error)") }
      source.stop()
    }
    let time = start.duration(to: .now)
    isOver.set()
    hasEnded.wait()
    trace("cycled \(rounds) descriptors \(openDescriptors - before) \(time) \(status("VmRSS"))")
  }

  /// Sends two signals to the thread of the main actor. It handles each one before `raise` returns,
  /// so they are seen in this order, however busy the machine is. Two from another process may be
  /// handled by two threads.
  func raiseInOrder(_ first: Int32, _ second: Int32, gap: UInt32) {
    ProcessSignalSource.withoutBlockedSignals {
      raise(first)
      usleep(gap)
      raise(second)
    }
    // The gap and this time are what is tested: the main actor is busy while signals come.
    usleep(50_000)
  }
}

private func writeLine() { _ = write(1, "a line\n", 7) }
