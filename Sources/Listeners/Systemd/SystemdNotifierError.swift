import Foundation

/// Why a message did not reach the service manager.
public struct SystemdNotifierError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Code: String, Codable, Sendable {
    /// The address is neither an absolute path nor, on Linux, an abstract name after `@`.
    case unsupportedAddress
    /// The address is longer than the system allows: 107 bytes on Linux, 103 on Darwin.
    case addressTooLong
    /// The system refused to send: no socket is bound there, for example.
    case sendFailed
  }

  /// What went wrong.
  public let code: Code
  /// The socket's address, as it was given.
  public let address: String
  /// The system's error number, where the system refused.
  public let systemError: Int32?

  init(code: Code, address: String, systemError: Int32? = nil) {
    self.code = code
    self.address = address
    self.systemError = systemError
  }

  /// What went wrong, and what to do about it.
  public var description: String {
    // An address comes from outside: it is quoted, and cut where it would fill the screen.
    let shown = address.utf8.count > 120 ? "\(address.bounded(to: 120))…" : address
    let quoted = shown.debugDescription
    return switch code {
    case .unsupportedAddress:
      "NOTIFY_SOCKET is \(quoted), which is neither an absolute path nor an abstract name (@name); "
        + "the service manager is not told anything."
    case .addressTooLong:
      "NOTIFY_SOCKET is \(quoted), which is longer than a socket address may be; "
        + "the service manager is not told anything."
    case .sendFailed:
      "The service manager at \(quoted) could not be told: \(reason)."
    }
  }

  private var reason: String {
    systemError.map { "\(String(cString: strerror($0))) (error \($0))" } ?? "unknown error"
  }
}
