#if os(macOS) || os(Linux)
  import Foundation

  /// A new pseudo-terminal: the descriptor of the master, and the path of the terminal.
  package struct PseudoTerminal: Sendable {
    package let keyboard: Int32
    package let path: String

    package init() throws {
      #if canImport(Darwin)
        keyboard = posix_openpt(O_RDWR | O_NOCTTY)
        guard grantpt(keyboard) == 0, unlockpt(keyboard) == 0, let name = ptsname(keyboard) else {
          throw MissingLine(description: "no pseudo-terminal: \(errno)")
        }
        path = String(cString: name)
      #else
        // The C module does not show `posix_openpt` and its kin; these are the calls beneath them,
        // TIOCSPTLCK and TIOCGPTN, from the Linux headers.
        keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var number: Int32 = 0
        guard ioctl(keyboard, 0x4004_5431, &number) == 0, ioctl(keyboard, 0x8004_5430, &number) == 0
        else { throw MissingLine(description: "no pseudo-terminal: \(errno)") }
        path = "/dev/pts/\(number)"
      #endif
      _ = fcntl(keyboard, F_SETFD, FD_CLOEXEC)
    }

    /// Presses keys, reads what appears until these words are there, and closes the terminal.
    package func close(after words: String, pressing keys: String) async throws {
      FileHandle(fileDescriptor: keyboard).write(Data(keys.utf8))
      let shown = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          var shown = ""
          var request = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
          while !shown.contains(words), poll(&request, 1, 30_000 * Int32(Sanitizer.patience)) == 1 {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(keyboard, &bytes, bytes.count)
            if count <= 0 { break }
            shown += String(decoding: bytes[..<count], as: UTF8.self)
          }
          _ = Foundation.close(keyboard)
          continuation.resume(returning: shown)
        }
      }
      guard shown.contains(words) else {
        throw MissingLine(description: "\"\(words)\" did not appear: \(shown)")
      }
    }
  }
#endif
