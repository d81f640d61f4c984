/// Makes a list of listeners from a trailing closure, which may contain conditions and loops.
///
/// ```swift
/// let mediator = AppLifecycleMediator {
///   ImageCache()
///   if isDebug { EventPrinter() }
/// }
/// ```
@MainActor
@resultBuilder
public enum AppLifecycleListenerBuilder {
  /// One listener on a line of its own.
  public static func buildExpression(
    _ listener: any AppLifecycleListener
  ) -> [any AppLifecycleListener] {
    [listener]
  }

  /// A list of listeners on a line of its own.
  public static func buildExpression(
    _ listeners: [any AppLifecycleListener]
  ) -> [any AppLifecycleListener] {
    listeners
  }

  /// The lines, in order.
  public static func buildBlock(
    _ parts: [any AppLifecycleListener]...
  ) -> [any AppLifecycleListener] {
    parts.flatMap { $0 }
  }

  /// An `if` without an `else`.
  public static func buildOptional(
    _ part: [any AppLifecycleListener]?
  ) -> [any AppLifecycleListener] {
    part ?? []
  }

  /// The first branch of a choice.
  public static func buildEither(
    first part: [any AppLifecycleListener]
  ) -> [any AppLifecycleListener] {
    part
  }

  /// The other branch of a choice.
  public static func buildEither(
    second part: [any AppLifecycleListener]
  ) -> [any AppLifecycleListener] {
    part
  }

  /// A loop.
  public static func buildArray(
    _ parts: [[any AppLifecycleListener]]
  ) -> [any AppLifecycleListener] {
    parts.flatMap { $0 }
  }

  /// An `if #available`.
  public static func buildLimitedAvailability(
    _ part: [any AppLifecycleListener]
  ) -> [any AppLifecycleListener] {
    part
  }
}
