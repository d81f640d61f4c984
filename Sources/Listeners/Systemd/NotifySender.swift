import Foundation

/// Sends messages to a service manager in order, and sends them again while its queue is full.
@MainActor
final class NotifySender {
  var onError: (@MainActor (SystemdNotifierError) -> Void)?

  private let socket: NotifySocket?
  /// Why the address cannot be used, until it has been reported.
  private var addressError: SystemdNotifierError?
  private var queue = NotifyQueue()
  private var isRetrying = false
  private let clock: any Clock<Duration>

  /// How long to wait before a message is sent again.
  static let retryInterval = Duration.milliseconds(50)

  init(socket name: String?, clock: any Clock<Duration>) {
    self.clock = clock
    guard let name, !name.isEmpty else {
      socket = nil
      return
    }
    do {
      socket = try NotifySocket(name: name)
    } catch {
      socket = nil
      addressError = error
    }
  }

  var isEnabled: Bool { socket != nil }

  /// Sends these assignments as one message, behind those that wait.
  func send(_ assignments: [String], waitingUpTo patience: Duration = .zero) {
    if let addressError {
      self.addressError = nil
      onError?(addressError)
    }
    guard let socket else { return }
    queue.add(assignments)
    flush(to: socket, waitingUpTo: patience)
  }

  private func flush(to socket: NotifySocket, waitingUpTo patience: Duration = .zero) {
    while let message = queue.first {
      do {
        try socket.send(message.joined(separator: "\n"), waitingUpTo: patience)
      } catch {
        if error.isTemporary { return retryLater(socket) }
        onError?(error)
      }
      queue.removeFirst()
    }
  }

  private func retryLater(_ socket: NotifySocket) {
    if isRetrying { return }
    isRetrying = true
    Task.after(Self.retryInterval, on: clock) { [weak self] in
      self?.isRetrying = false
      self?.flush(to: socket)
    }
  }
}

extension SystemdNotifierError {
  /// Whether the receiver's queue is full, so that the same message may be taken later.
  fileprivate var isTemporary: Bool {
    [EAGAIN, EWOULDBLOCK, ENOBUFS].contains(systemError)
  }
}

/// The messages that the service manager has not taken yet, oldest first: a pure value.
///
/// A message that only repeats what an older one says with a newer value takes its place, so the
/// queue stays short however long the receiver's own queue is full.
struct NotifyQueue {
  private(set) var messages: [[String]] = []

  var first: [String]? { messages.first }

  /// Adds a message of these assignments, such as `READY=1`.
  mutating func add(_ assignments: [String]) {
    let keys = Self.keys(assignments)
    // The keys of which only the last value counts.
    if keys.allSatisfy(["STATUS", "WATCHDOG", "EXTEND_TIMEOUT_USEC"].contains) {
      messages.removeAll { Self.keys($0) == keys }
    }
    messages.append(assignments)
  }

  private static func keys(_ assignments: [String]) -> [String] {
    assignments.map { String($0.prefix { $0 != "=" }) }
  }

  mutating func removeFirst() { messages.removeFirst() }
}
