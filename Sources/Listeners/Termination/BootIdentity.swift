import Foundation

/// Identifies a boot of the operating system.
public enum BootIdentity: Codable, Sendable, Hashable {
  /// A random identifier that the kernel makes at each boot.
  case identifier(String)
  /// When the system was booted, in seconds since 1970. It changes when the clock is set.
  case time(Int)

  /// Whether a run belongs to an earlier boot than this one, as far as it shows. Identities that
  /// cannot be compared count as one boot.
  ///
  /// - Parameters:
  ///   - last: The boot of the run.
  ///   - lastChange: When the run is known to have been alive. A boot time before that date is the
  ///     same boot's, after the clock was set.
  func isReboot(since last: Self, lastChange: Date) -> Bool {
    switch (last, self) {
    case (.identifier(let one), .identifier(let other)): one != other
    case (.time(let one), .time(let other)):
      !one.distanceIsAtMost(30, to: other)
        && Double(other) > lastChange.timeIntervalSince1970
    default: false
    }
  }

  /// The identity, with up to 100 bytes of its identifier.
  var bounded: Self {
    if case .identifier(let text) = self { .identifier(text.bounded(to: 100)) } else { self }
  }
}

extension Int {
  /// Never overflows, because the numbers come from a file.
  fileprivate func distanceIsAtMost(_ limit: UInt, to other: Int) -> Bool {
    let (distance, overflow) = subtractingReportingOverflow(other)
    return !overflow && distance.magnitude <= limit
  }
}
