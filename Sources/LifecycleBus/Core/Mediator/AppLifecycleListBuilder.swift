/// Makes a list from the lines of a trailing closure, which may contain `if`, `else` and `for`.
@MainActor
@resultBuilder
public enum AppLifecycleListBuilder<Element> {
  /// One element.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }

  /// A list of elements.
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }

  /// All lines, in order.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }

  /// An `if` without an `else`.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }

  /// The first branch of a choice.
  public static func buildEither(first part: [Element]) -> [Element] { part }

  /// The other branch of a choice.
  public static func buildEither(second part: [Element]) -> [Element] { part }

  /// A loop.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
}
