#if os(macOS) || os(Linux)
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// A new pseudo-terminal: the descriptor of the master, and the path of the terminal.
  struct PseudoTerminal {
    let keyboard: Int32
    let path: String

    init() throws {
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
  }
#endif
