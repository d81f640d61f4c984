/// Lists startup commands in a trailing closure, with conditions and loops where they are needed.
@MainActor
@resultBuilder
public enum StartupCommandBuilder {
  /// One command on a line of its own.
  public static func buildExpression(_ command: any StartupStep) -> [any StartupStep] {
    [command]
  }

  /// A list of commands on a line of its own.
  public static func buildExpression(_ commands: [any StartupStep]) -> [any StartupStep] {
    commands
  }

  /// The lines, in order.
  public static func buildBlock(_ parts: [any StartupStep]...) -> [any StartupStep] {
    parts.flatMap { $0 }
  }

  /// An `if` without an `else`.
  public static func buildOptional(_ part: [any StartupStep]?) -> [any StartupStep] {
    part ?? []
  }

  /// The first branch of a choice.
  public static func buildEither(first part: [any StartupStep]) -> [any StartupStep] {
    part
  }

  /// The other branch of a choice.
  public static func buildEither(second part: [any StartupStep]) -> [any StartupStep] {
    part
  }

  /// A loop.
  public static func buildArray(_ parts: [[any StartupStep]]) -> [any StartupStep] {
    parts.flatMap { $0 }
  }

  /// An `if #available`.
  public static func buildLimitedAvailability(
    _ part: [any StartupStep]
  ) -> [any StartupStep] {
    part
  }
}
