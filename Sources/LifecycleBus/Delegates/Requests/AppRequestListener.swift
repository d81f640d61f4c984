public import LifecycleBus

extension AppLifecycleRequest {
  /// How long an asynchronous request waits for its answers by default: 25 seconds.
  ///
  /// UIKit gives an app about 30 seconds before it ends the process (`UIApplicationDelegate`,
  /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`).
  public static let defaultDeadline: Duration = .seconds(25)
}

/// A listener that answers requests: the base of all request protocols.
///
/// Adopt the protocols of single requests, not this one; as many as you like, beside the life-cycle
/// methods. The adopters are asked on the main actor, in the mediator's order: higher priority
/// first, then in the order of attachment, never mirrored. A listener that is detached before its
/// turn is not asked. An answer that was given counts, also if the listener is detached afterwards.
///
/// ```swift
/// final class DeepLinks: AppURLOpening {
///   func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
///     router.show(url)
///     return true
///   }
/// }
/// ```
@MainActor
public protocol AppRequestListener: AppLifecycleListener {}

/// One listener's answer to a request.
public struct AppLifecycleAnswer<Value> {
  /// The name of the listener: its own, or that of its type.
  public let listener: String
  /// The answer.
  public let value: Value

  /// Makes an answer, for a test.
  ///
  /// - Parameters:
  ///   - listener: The name of the listener.
  ///   - value: What it answered.
  public init(listener: String, value: Value) {
    self.listener = listener
    self.value = value
  }
}

extension AppLifecycleAnswer: Sendable where Value: Sendable {}
extension AppLifecycleAnswer: Equatable where Value: Equatable {}
