import Foundation

/// Reads the identity of the current boot from the operating system.
public enum SystemBoot {
  #if canImport(Darwin)
    /// The identifier of the boot session, `kern.bootsessionuuid`; the time of the boot,
    /// `kern.boottime`, where the system does not tell it; `nil` if it tells neither.
    public static var current: BootIdentity? {
      var bytes = [UInt8](repeating: 0, count: 64)
      var count = bytes.count
      if sysctlbyname("kern.bootsessionuuid", &bytes, &count, nil, 0) == 0 {
        let text = String(bytes: bytes.prefix(count).prefix { $0 != 0 }, encoding: .utf8)
        if let text, !text.isEmpty { return .identifier(text) }
      }
      var boot = timeval()
      var size = MemoryLayout<timeval>.size
      guard sysctlbyname("kern.boottime", &boot, &size, nil, 0) == 0 else { return nil }
      return .time(Int(boot.tv_sec))
    }
  #else
    /// The identifier that Linux makes at each boot (random(4)); `nil` on systems that have none,
    /// or that hide it.
    public static var current: BootIdentity? {
      let file = DurableFile(directory: "/proc/sys/kernel/random", name: "boot_id")
      guard let bytes = try? file.read(upTo: 64),
        let text = String(bytes: bytes.filter { $0 > UInt8(ascii: " ") }, encoding: .utf8)
      else { return nil }
      return text.isEmpty ? nil : .identifier(text)
    }
  #endif
}
