#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  public import Foundation
  public import LifecycleBus

  /// Reports to systemd, or a service manager with the same protocol, that a service is ready and
  /// that it is stopping.
  ///
  /// ```swift
  /// let notifier = SystemdNotifier()
  /// notifier.onError = { print($0) }
  /// mediator.attach(notifier)
  /// notifier.report(status: "12 clients")
  /// ```
  ///
  /// `READY=1` is sent when the app first becomes active, `STOPPING=1` on `willTerminate`, once
  /// each; going to the background sends neither, as a suspended service is not a stopping one.
  /// Attach it last: then all listeners have become active before `READY=1`, and under a policy that
  /// mirrors the way down `STOPPING=1` is sent before any listener stops. Attached late, it
  /// needs the replay `.state` to hear that the app is active.
  ///
  /// Where `$NOTIFY_SOCKET` is not set, or empty, it does nothing. A message is one datagram:
  /// sending never waits and raises no signal, and a failure is reported and stops no other listener. The
  /// service's unit has to say `Type=notify` (`systemd.service(5)`); the messages are those of
  /// `sd_notify(3)`.
  public final class SystemdNotifier: AppLifecycleListener {
    /// Called on the main actor with the reason why a message was not sent: each time one could not be sent, and
    /// once for an address that cannot be used.
    public var onError: (@MainActor (SystemdNotifierError) -> Void)?

    private enum Target {
      case none
      case unusable(SystemdNotifierError)
      case socket(NotifySocket)
    }

    private var target: Target
    private let reportsState: Bool
    private let stopBudget: Duration?
    private var hasSaidReady = false
    private var hasSaidStopping = false

    /// Makes a notifier for the socket at an address.
    ///
    /// - Parameters:
    ///   - socket: An absolute path, or `@` and an abstract name; `nil` or empty for none. Anything
    ///     else is reported with the first message.
    ///   - reportsState: Whether the app's state goes along as the service's status:
    ///     `STATUS=active`.
    ///   - stopBudget: The time that the way down may take, announced with `STOPPING=1` as
    ///     `EXTEND_TIMEOUT_USEC`.
    public init(socket: String?, reportsState: Bool = false, stopBudget: Duration? = nil) {
      self.reportsState = reportsState
      self.stopBudget = stopBudget
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

    /// Makes a notifier for the socket that `NOTIFY_SOCKET` names.
    ///
    /// - Parameters:
    ///   - environment: Where to look it up; the process's own, if you leave it out.
    ///   - reportsState: Whether the app's state goes along as the service's status.
    ///   - stopBudget: The time that the way down may take.
    public convenience init(
      environment: [String: String] = ProcessInfo.processInfo.environment,
      reportsState: Bool = false, stopBudget: Duration? = nil
    ) {
      self.init(
        socket: environment["NOTIFY_SOCKET"], reportsState: reportsState, stopBudget: stopBudget)
    }

    /// Whether there is a socket to send to.
    public var isEnabled: Bool {
      if case .socket = target { true } else { false }
    }

    /// Shows a line of text as the service's status. A line end in it becomes a space.
    public func report(status: String) { send([Self.assignment(ofStatus: status)]) }

    /// Asks for more time to start or to stop: so much from now. Ask again before it is over, if it
    /// is not enough.
    public func extendTimeout(by duration: Duration) { send([Self.assignment(of: duration)]) }

    /// Says what the event means for the service, if it means anything.
    public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
      var assignments: [String] = []
      if event == .didBecomeActive, !hasSaidReady {
        hasSaidReady = true
        assignments.append("READY=1")
      }
      if event == .willTerminate, !hasSaidStopping {
        hasSaidStopping = true
        assignments.append("STOPPING=1")
        if let stopBudget { assignments.append(Self.assignment(of: stopBudget)) }
      }
      if reportsState, context.state != context.previousState {
        assignments.append(Self.assignment(ofStatus: context.state.rawValue))
      }
      if !assignments.isEmpty { send(assignments) }
    }

    private func send(_ assignments: [String]) {
      switch target {
      case .none: break
      case .unusable(let error):
        guard let onError else { break }
        target = .none
        onError(error)
      case .socket(let socket):
        do {
          try socket.send(assignments.joined(separator: "\n"))
        } catch {
          onError?(error)
        }
      }
    }

    /// A status of several lines would be read as several assignments.
    private static func assignment(ofStatus status: String) -> String {
      let line = status.unicodeScalars.map { $0 == "\n" || $0 == "\r" || $0 == "\0" ? " " : $0 }
      return "STATUS=" + String(String.UnicodeScalarView(line))
    }

    private static func assignment(of duration: Duration) -> String {
      let bounded = min(max(duration, .zero), .seconds(1_000_000_000))
      let (seconds, attoseconds) = bounded.components
      return "EXTEND_TIMEOUT_USEC=\(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)"
    }
  }
#endif
