import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// Identifies a boot of the operating system.
package enum BootIdentity: Sendable, Equatable {
  /// A random identifier that the kernel makes at each boot.
  case identifier(String)
  /// When the system was booted, in seconds since 1970. It changes when the clock is set.
  case time(Int)

  /// True if a run belongs to an earlier boot than this one.
  ///
  /// - `last`: The boot of the run.
  /// - `lastChange`: When the run was alive. A boot time before that is of the same boot, after the
  ///   clock was set.
  func isReboot(since last: Self, lastChange: Date) -> Bool {
    switch (last, self) {
    case (.identifier(let one), .identifier(let other)): one != other
    case (.time(let one), .time(let other)):
      // Never overflows, because the numbers come from a file.
      abs(Double(one) - Double(other)) > 30
        && Double(other) > lastChange.timeIntervalSince1970
    default: false
    }
  }

  var bounded: Self {
    if case .identifier(let text) = self { .identifier(text.bounded(to: 100)) } else { self }
  }
}

extension BootIdentity {
  #if canImport(Darwin)
    /// The identifier of the boot session (`kern.bootsessionuuid`), or else the time of the boot
    /// (`kern.boottime`).
    package static var current: Self? {
      var bytes = [UInt8](repeating: 0, count: 64)
      var count = bytes.count
      if unsafe sysctlbyname("kern.bootsessionuuid", &bytes, &count, nil, 0) == 0 {
        let text = String(bytes: bytes.prefix(count).prefix { $0 != 0 }, encoding: .utf8)
        if let text, !text.isEmpty { return .identifier(text) }
      }
      var boot = timeval()
      var size = MemoryLayout<timeval>.size
      guard unsafe sysctlbyname("kern.boottime", &boot, &size, nil, 0) == 0 else { return nil }
      return .time(Int(boot.tv_sec))
    }
  #else
    /// The identifier that Linux makes at each boot (random(4)), if the system tells it.
    package static var current: Self? {
      let file = FormerFile(directory: "/proc/sys/kernel/random", name: "boot_id")
      guard let bytes = try? file.read(upTo: 64),
        let text = String(bytes: bytes.filter { $0 > UInt8(ascii: " ") }, encoding: .utf8)
      else { return nil }
      return text.isEmpty ? nil : .identifier(text)
    }
  #endif
}
