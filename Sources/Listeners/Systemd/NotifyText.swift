#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The assignments of `sd_notify(3)` that carry a value.
  enum NotifyText {
    /// A status of several lines would be read as several assignments.
    static func status(_ status: String) -> String {
      let line = status.unicodeScalars.map { $0 == "\n" || $0 == "\r" || $0 == "\0" ? " " : $0 }
      return "STATUS=" + String(String.UnicodeScalarView(line))
    }

    static func timeout(_ duration: Duration) -> String {
      let bounded = min(max(duration, .zero), .seconds(1_000_000_000))
      let (seconds, attoseconds) = bounded.components
      return "EXTEND_TIMEOUT_USEC=\(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)"
    }

    /// The time of the clock that `RELOADING=1` has to come with.
    static var monotonicNow: String {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return "MONOTONIC_USEC=\(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)"
    }
  }
#endif
