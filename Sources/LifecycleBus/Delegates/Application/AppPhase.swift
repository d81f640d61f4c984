public import LifecycleBus
public import Observation

/// The state of the app, for SwiftUI views to observe.
///
/// ```swift
/// let phase = AppPhase(mediator)
/// // .environment(phase) at the first view, and in others:
/// // @Environment(AppPhase.self) private var phase
/// // Text("\(phase.state)")
/// ```
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor
@Observable
public final class AppPhase: AppLifecycleListener {
  /// The state of the app.
  public private(set) var state: AppLifecycleState

  /// Whether the app is in the foreground. It's false until the app has been shown.
  public private(set) var isInForeground: Bool

  /// Follows a mediator. Keep this object yourself, since the mediator doesn't keep it.
  public init(_ mediator: AppLifecycleMediator) {
    state = mediator.state
    isInForeground = mediator.isInForeground
    mediator.attach(weakly: self)
  }

  /// Updates the state.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if state != context.state {
      state = context.state
    }
    if isInForeground != context.isInForeground {
      isInForeground = context.isInForeground
    }
  }
}
