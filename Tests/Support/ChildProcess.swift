import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that the package builds, run as a child with a clean slate: nothing blocked, nothing
/// ignored.
///
/// Not Foundation's `Process`: a child inherits the mask of the thread that starts it, and tests
/// run on threads that block nearly all signals.
package final class ChildProcess: Sendable {
  package let pid: Int32
  /// What it writes to its standard output.
  package let output: LineReader
  /// What becomes of it: "exited 0" or "died 15".
  package let end: LineReader
  private let input: Int32

  /// Starts a program.
  ///
  /// - Parameter descriptors: Descriptors of this process, by the number that they get in the
  ///   child.
  package init(
    _ program: String, _ arguments: [String] = [], descriptors: [Int32: Int32] = [:]
  ) throws {
    let (input, output, end) = (try ChannelEnds(), try ChannelEnds(), try ChannelEnds())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.read, 0)
    posix_spawn_file_actions_adddup2(&actions, output.write, 1)
    for (number, descriptor) in descriptors {
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let path = program.hasPrefix("/") ? program : Self.path(of: program)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    let result = posix_spawn(&pid, path, &actions, &attributes, &words, environ)
    close(input.read)
    close(output.write)
    guard result == 0 else { throw MissingLine(description: "\(path) did not start: \(result)") }
    self.pid = pid
    self.input = input.write
    self.output = LineReader(output.read)
    self.end = LineReader(end.read)
    Thread.detachNewThread { [pid] in
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      let line = status & 0x7f == 0 ? "exited \((status >> 8) & 0xff)" : "died \(status & 0x7f)"
      FileHandle(fileDescriptor: end.write, closeOnDealloc: true).write(Data("\(line)\n".utf8))
    }
  }

  deinit {
    close(input)
    // The pid is taken until the waiting thread has been told of the end; a child that ended on its
    // own is not hit.
    if end.all.isEmpty { Self.send(SIGKILL, to: pid) }
  }

  /// Writes a line to its standard input.
  package func tell(_ line: String) {
    FileHandle(fileDescriptor: input).write(Data("\(line)\n".utf8))
  }

  package func send(_ signal: Int32) { Self.send(signal, to: pid) }

  package static func send(_ signal: Int32, to pid: Int32) { kill(pid, signal) }

  /// Where the package's own programs are.
  package static func path(of program: String) -> String {
    #if os(macOS)
      let bundle = Bundle(for: ChildProcess.self).bundleURL.deletingLastPathComponent()
    #else
      let bundle = Bundle.main.bundleURL
    #endif
    return bundle.appendingPathComponent(program).path
  }
}

/// Both ends of a pipe that no child inherits.
package struct ChannelEnds {
  package let read: Int32
  package let write: Int32

  package init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw MissingLine(description: "no pipe: \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (read, write) = (ends[0], ends[1])
  }
}
