#if os(macOS) || os(Linux)
  import Dispatch
  package import Foundation

  /// The descriptors of this process, for an exit test.
  ///
  /// Such a test runs in a copy of the test program, in which Dispatch opens files of its own on
  /// other threads. So no number belongs to the test, except one that it has put a file at by `dup2`.
  package enum Descriptors {
    private static let all: Range<Int32> = 0..<1_000

    /// Lets Dispatch open what it needs, which is one file for each of its clocks and two more. Call
    /// it before a test closes a descriptor, because the next file that is opened takes its number.
    package static func letDispatchOpenItsOwn() async {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {
          DispatchQueue.global().asyncAfter(wallDeadline: .now() + .milliseconds(1)) {
            continuation.resume()
          }
        }
      }

      try? await Task.sleep(for: .milliseconds(1), clock: .continuous)
      try? await Task.sleep(for: .milliseconds(1), clock: .suspending)
    }

    /// Both ends of a signal source's pipe: they are marked with the process as their owner.
    package static var ofSignalPipe: [Int32] {
      // Darwin tells the owner of a pipe as if it were a group.
      all.filter { abs(fcntl($0, F_GETOWN)) == getpid() }
    }

    /// What is open, without what Dispatch has opened for itself, now or for a moment.
    package static var withoutDispatch: [Int32] {
      all.filter { number in
        guard fcntl(number, F_GETFD) >= 0 else { return false }

        let link = "/proc/self/fd/\(number)"
        let file = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        return ["anon_inode:", "/proc/"].allSatisfy { file?.hasPrefix($0) != true }
      }
    }

    /// Opens a file at this number, whatever was there.
    package static func put(_ file: URL, at number: Int32) throws {
      let opened = open(file.path, O_RDWR | O_CREAT | O_APPEND, 0o600)
      guard dup2(opened, number) == number else {
        throw MissingLine(description: "\(file.path) cannot be opened: \(errno)")
      }
      if opened != number {
        close(opened)
      }
    }

    /// Whether a descriptor is open as this file.
    package static func isFile(_ number: Int32, _ file: URL) -> Bool {
      var one = stat()
      var other = stat()
      guard fstat(number, &one) == 0, stat(file.path, &other) == 0 else { return false }
      return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }
  }
#endif
