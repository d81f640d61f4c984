#if os(macOS) || os(Linux)
  import Foundation

  /// Writes a line to a pipe that a child reads. A child that has ended reads nothing; SIGPIPE would
  /// end all tests then, without a word on which one it was.
  package func writeLine(_ line: String, to descriptor: Int32) {
    var pipeSignal = sigset_t()
    var former = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &former)
    let wasPending = isPending(SIGPIPE)
    try? FileHandle(fileDescriptor: descriptor).write(contentsOf: Data("\(line)\n".utf8))
    // The signal is the thread's own, so nobody else takes it.
    var number: Int32 = 0
    if !wasPending, isPending(SIGPIPE) { sigwait(&pipeSignal, &number) }
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }

  private func isPending(_ signal: Int32) -> Bool {
    var pending = sigset_t()
    return sigpending(&pending) == 0 && sigismember(&pending, signal) == 1
  }
#endif
