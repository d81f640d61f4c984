#if os(macOS) || os(Linux)
  import Foundation

  /// How large the files of a process may become, in a test of what happens then.
  package enum FileSizeLimit {
    /// Limits the files of this process. One that becomes larger ends it by SIGXFSZ.
    package static func set(_ bytes: UInt) {
      expose(to: SIGXFSZ)
      change(to: rlim_t(bytes))
    }

    /// Ends the limit when this process exits, because with coverage a program writes a profile as
    /// the last thing of all. Handlers of `exit` that are made later run before this one.
    package static func liftAtExit() {
      atexit { FileSizeLimit.change(to: nil) }
    }

    /// A line for a shell, which limits the files of the programs that it starts. A block has 512
    /// bytes, or 1,024 in some shells.
    package static func script(blocks: Int) -> String {
      // With coverage a program writes a profile at its end, which would not fit.
      "export LLVM_PROFILE_FILE=/dev/null; ulimit -f \(blocks); "
    }

    /// `nil` for as much as the system allows.
    private static func change(to bytes: rlim_t?) {
      #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
      #else
        let resource = RLIMIT_FSIZE
      #endif

      var limit = rlimit()
      getrlimit(resource, &limit)
      limit.rlim_cur = bytes ?? limit.rlim_max
      setrlimit(resource, &limit)
    }
  }
#endif
