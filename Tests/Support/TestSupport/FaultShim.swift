#if os(Linux)
  package import Foundation

  /// Lets one system call of a child process fail, or records them (`Tests/Support/shim.c`).
  package struct FaultShim: Sendable {
    /// A call that fails: the one with this position among those of its name.
    package struct Fault: Sendable, Hashable, CustomStringConvertible {
      package let call: String
      package let position: Int
      /// The error's number; 0 for half of the bytes.
      package let number: Int32

      package var description: String { "\(call):\(position):\(number)" }
      package var isInterruption: Bool { number == EINTR }
    }

    private let library: String

    /// The compiled shim, made once; `nil` where there is no C compiler. A sanitizer's library has
    /// to be the first one, and the shim wants that too.
    package static let shared: FaultShim? = Sanitizer.current == nil ? FaultShim() : nil

    package static let reason = "needs clang or cc, and no sanitizer"

    private init?() {
      library = TestFiles.folder.appending(path: "shim.so").path
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "shim.c").path

      let compiler = Process()
      compiler.executableURL = URL(fileURLWithPath: "/bin/sh")
      let line = #"$(command -v clang || command -v cc) -O1 -shared -fPIC -o "$0" "$1" -ldl"#
      compiler.arguments = ["-c", line, library, source]
      do {
        try compiler.run()
      } catch {
        return nil
      }
      compiler.waitUntilExit()
      guard compiler.terminationStatus == 0 else { return nil }
    }

    /// The environment of a child in which a call fails, or in which all calls are recorded.
    package func environment(_ fault: Fault? = nil, log: URL? = nil) -> [String: String] {
      var variables = ProcessInfo.processInfo.environment
      variables["LD_PRELOAD"] = library
      variables["FAULT"] = fault?.description
      variables["FAULT_LOG"] = log?.path
      return variables
    }

    /// The faults for the calls in a log: each error of each call, or for a quick look one error of
    /// each call, so that each error comes at least once.
    package static func faults(
      in log: URL, completely: Bool, only: Set<String>? = nil
    ) throws -> [Fault] {
      var faults: [Fault] = []

      for (call, count) in try counts(of: log, only: only).sorted(by: { $0.key < $1.key }) {
        guard let numbers = errors[call] else {
          throw MissingLine(description: "no errors are listed for \(call)")
        }

        if completely {
          for number in numbers {
            faults += (0..<count).map { Fault(call: call, position: $0, number: number) }
          }
        } else {
          faults += (0..<max(count, numbers.count)).map {
            Fault(call: call, position: $0 % count, number: numbers[$0 % numbers.count])
          }
        }
      }
      return faults
    }

    /// How often each call is in a log.
    private static func counts(of log: URL, only: Set<String>?) throws -> [String: Int] {
      var counts: [String: Int] = [:]

      for line in try String(contentsOf: log, encoding: .utf8).split(separator: "\n") {
        let call = String(line.prefix { $0 != "\t" })
        if call == "said" || only?.contains(call) == false { continue }
        counts[call, default: 0] += 1
      }
      return counts
    }

    private static let opening: [Int32] = [
      EACCES, EINTR, EMFILE, ENFILE, ENOMEM, ENOSPC, EDQUOT, EROFS, EPERM, ENODEV, EIO, EBUSY,
      EEXIST, EINVAL, EISDIR, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR, ENXIO, EOPNOTSUPP, EOVERFLOW,
      ETXTBSY, EAGAIN, EFBIG,
    ]
    private static let renaming: [Int32] = [
      EACCES, EIO, ENOSPC, EDQUOT, EPERM, EROFS, EBUSY, EXDEV, ENOMEM, EEXIST, ENOENT, ENOTDIR,
      EMLINK, ELOOP, ENAMETOOLONG, EINVAL, EISDIR, ENOTEMPTY,
    ]

    /// The errors of each call that its manual page names, without those of a wrong argument that
    /// the compiler excludes (EFAULT, and EBADF of an open descriptor). 0: half of the bytes.
    private static let errors: [String: [Int32]] = [
      "open": opening, "rename": renaming, "link": renaming,
      "read": [EINTR, EIO, EAGAIN, EINVAL, EISDIR, 0],
      "pread": [EINTR, EIO, EAGAIN, ENXIO, EOVERFLOW, EINVAL, EISDIR, ESPIPE, 0],
      "write": [EINTR, ENOSPC, 0, EIO, EDQUOT, EFBIG, EAGAIN, EPERM, EPIPE, EINVAL, EDESTADDRREQ],
      "pwrite": [EINTR, ENOSPC, 0, EIO, EDQUOT, EFBIG, EAGAIN, EPERM, ESPIPE, EINVAL],
      "fsync": [EIO, EINTR, ENOSPC, EDQUOT, EROFS, EINVAL],
      "ftruncate": [EINTR, EIO, EPERM, EFBIG, EINVAL, EROFS, ETXTBSY, EACCES],
      "lseek": [EINVAL, ENXIO, EOVERFLOW, ESPIPE],
      "fchmod": [EPERM, EIO, EROFS, ENOMEM],
      "fstat": [ENOMEM, EOVERFLOW, EIO],
      "stat": [EACCES, ENOMEM, EOVERFLOW, ELOOP, ENAMETOOLONG, ENOTDIR, ENOENT],
      "lstat": [EACCES, ENOMEM, EOVERFLOW, EIO, ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG],
      "unlink": [EACCES, EBUSY, EIO, EISDIR, ENOENT, ENOMEM, ENOTDIR, EPERM, EROFS],
      "mkdir": [
        EACCES, EDQUOT, EEXIST, ELOOP, EMLINK, ENAMETOOLONG, ENOENT, ENOMEM, ENOSPC, ENOTDIR, EPERM,
        EROFS, EINVAL,
      ],
      "close": [EINTR, EIO, ENOSPC, EDQUOT],
      "fcntl": [EAGAIN, EACCES, EINTR, EMFILE, EINVAL, ENOLCK, EDEADLK, EBUSY, EPERM],
      "pipe": [EMFILE, ENFILE],
      "poll": [EINTR, ENOMEM, EINVAL],
      "sigaction": [EINVAL],
      "sigpending": [EFAULT],
      "kill": [EPERM, ESRCH, EINVAL],
      "isatty": [ENOTTY, EBADF],
      "tcgetpgrp": [ENOTTY, EIO],
      "tcgetattr": [ENOTTY, EIO],
      "tcsetattr": [EINTR, EIO, ENOTTY],
      "pthread_create": [EAGAIN, EPERM, EINVAL],
      "pthread_sigmask": [EINVAL],
    ]
  }
#endif
