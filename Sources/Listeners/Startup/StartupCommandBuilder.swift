/// Lists startup commands in a trailing closure, with conditions and loops where they are needed.
@MainActor
@resultBuilder
public enum StartupCommandBuilder {
  /// One command on a line of its own.
  public static func buildExpression(_ command: any StartupCommand) -> [any StartupCommand] {
    [command]
  }

  /// A list of commands on a line of its own.
  public static func buildExpression(_ commands: [any StartupCommand]) -> [any StartupCommand] {
    commands
  }

  /// The lines, in order.
  public static func buildBlock(_ parts: [any StartupCommand]...) -> [any StartupCommand] {
    parts.flatMap { $0 }
  }

  /// An `if` without an `else`.
  public static func buildOptional(_ part: [any StartupCommand]?) -> [any StartupCommand] {
    part ?? []
  }

  /// The first branch of a choice.
  public static func buildEither(first part: [any StartupCommand]) -> [any StartupCommand] {
    part
  }

  /// The other branch of a choice.
  public static func buildEither(second part: [any StartupCommand]) -> [any StartupCommand] {
    part
  }

  /// A loop.
  public static func buildArray(_ parts: [[any StartupCommand]]) -> [any StartupCommand] {
    parts.flatMap { $0 }
  }

  /// An `if #available`.
  public static func buildLimitedAvailability(
    _ part: [any StartupCommand]
  ) -> [any StartupCommand] {
    part
  }
}
