/// A mistake in a list of startup commands. Thrown when ``StartupCommands`` is made, before any
/// command runs.
public struct StartupError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of mistake.
  public enum Code: String, Codable, Sendable {
    /// Several commands have the same name.
    case duplicateName
    /// A command depends on one that is not in the list.
    case unknownName
    /// Commands depend on each other in a circle.
    case cycle
    /// A critical command depends on a deferred or asynchronous one, which runs after the launch.
    case criticalAfterDeferred
  }

  /// The kind of mistake.
  public let code: Code
  /// The commands it is about: the duplicate; the command and its dependency; the circle, in its
  /// order.
  public let names: [String]

  /// What is wrong, and what to do about it.
  public var description: String {
    let quoted = names.map { "\"\($0)\"" }
    return switch code {
    case .duplicateName:
      "Several startup commands are named \(quoted[0]); give each a name of its own."
    case .unknownName:
      "The startup command \(quoted[0]) depends on \(quoted[1]), which is not in the list; "
        + "add it or correct the name."
    case .cycle:
      "Startup commands depend on each other in a circle: "
        + "\((quoted + quoted.prefix(1)).joined(separator: " after ")); take one dependency away."
    case .criticalAfterDeferred:
      "The critical startup command \(quoted[0]) depends on \(quoted[1]), which runs "
        + "after the launch; make both critical or both deferred."
    }
  }
}
