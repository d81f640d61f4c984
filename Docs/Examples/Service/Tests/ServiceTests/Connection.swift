import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One TCP connection to a server on this machine, as a plain client sees it.
final class Connection: Sendable {
  private let descriptor: Int32

  /// What a client is told, or what went wrong.
  struct Answer: Equatable, Sendable {
    let status: Int
    let body: String
  }

  /// The server doesn't accept connections, or none is left.
  struct Refused: Error { let errno: Int32 }

  init(port: Int) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)

    // An answer that doesn't come ends a trial, not the machine's patience.
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    #if canImport(Darwin)
      var one: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
    #endif

    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      // The address is that of a local variable and is used inside the call only.
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }

    guard result == 0 else {
      let failure = errno
      close(descriptor)
      throw Refused(errno: failure)
    }
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    #if canImport(Darwin)
      let options: Int32 = 0
    #else
      let options = Int32(MSG_NOSIGNAL)
    #endif
    let bytes = Array(text.utf8)
    _ = Foundation.send(descriptor, bytes, bytes.count, options)
  }

  /// Waits for an answer; `nil` if the connection is closed before it is whole.
  func answer() -> Answer? {
    var text = ""
    while true {
      if let answer = Self.answer(in: text) { return answer }
      guard let more = read() else { return nil }
      text += more
    }
  }

  /// `nil` if the answer isn't whole.
  private static func answer(in text: String) -> Answer? {
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    let head = text[..<end.lowerBound].split(separator: "\r\n")
    let body = text[end.upperBound...]

    let length = head.first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) }
    guard body.utf8.count >= length ?? 0 else { return nil }

    let words = head.first?.split(separator: " ") ?? []
    return Answer(
      status: words.dropFirst().first.flatMap { Int($0) } ?? 0,
      body: body.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Waits until the server closes the connection; `false` if it sends something or keeps it open.
  func isClosedByServer() -> Bool { read() == nil && errno != EAGAIN }

  /// Some bytes; `nil` at the end and after an error.
  private func read() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    errno = 0
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
