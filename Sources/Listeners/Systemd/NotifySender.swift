#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  import Foundation

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Sends messages to a service manager in order, and sends them again while its queue is full.
  @MainActor
  final class NotifySender {
    var onError: (@MainActor (SystemdNotifierError) -> Void)?

    private enum Target {
      case none
      case unusable(SystemdNotifierError)
      case socket(NotifySocket)
    }

    private var target: Target
    private var queue = NotifyQueue()
    private var isRetrying = false
    private let clock: any Clock<Duration>

    /// How long to wait before a message is sent again.
    static let retryInterval = Duration.milliseconds(50)

    init(socket: String?, clock: any Clock<Duration>) {
      self.clock = clock
      guard let socket, !socket.isEmpty else {
        target = .none
        return
      }
      do {
        target = .socket(try NotifySocket(name: socket))
      } catch {
        target = .unusable(error)
      }
    }

    var isEnabled: Bool {
      if case .socket = target { true } else { false }
    }

    /// Sends these assignments as one message, behind those that wait.
    func send(_ assignments: [String], waitingUpTo patience: Duration = .zero) {
      switch target {
      case .none: break
      case .unusable(let error):
        guard let onError else { break }
        target = .none
        onError(error)
      case .socket(let socket):
        queue.add(assignments)
        flush(to: socket, waitingUpTo: patience)
      }
    }

    private func flush(to socket: NotifySocket, waitingUpTo patience: Duration = .zero) {
      while let message = queue.first {
        do {
          try socket.send(message.joined(separator: "\n"), waitingUpTo: patience)
        } catch {
          if error.isTemporary { return retryLater() }
          onError?(error)
        }
        queue.removeFirst()
      }
    }

    private func retryLater() {
      if isRetrying { return }
      isRetrying = true
      Task { [weak self, clock] in
        try await clock.sleep(for: Self.retryInterval)
        guard let self else { return }
        isRetrying = false
        if case .socket(let socket) = target { flush(to: socket) }
      }
    }
  }

  extension SystemdNotifierError {
    /// Whether the receiver's queue is full, so that the same message may be taken later.
    fileprivate var isTemporary: Bool {
      [EAGAIN, EWOULDBLOCK, ENOBUFS].contains(systemError)
    }
  }
#endif
