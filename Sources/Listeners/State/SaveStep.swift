/// What a save does with the state in memory and the one in the file.
///
/// |                     | the file is known | somebody else has written it    |
/// |---------------------|-------------------|---------------------------------|
/// | **nothing is new**  | `write`, if it isn't there | `leave`                |
/// | **the state is new**| `write`           | `join`, or else `setAside`      |
///
/// A file that couldn't be read at first is what the program has waited for. So it's taken or joined,
/// also if nothing is new.
enum SaveStep {
  case write
  /// Nothing is saved, and the program goes on with what it has.
  case leave
  /// The file's state becomes that of the program.
  case take
  /// The program makes one state of both, which is written.
  case join
  /// The file gets a second name, and the state is written.
  case setAside

  struct Situation {
    /// The state isn't the one that was read or written last.
    var isStateNew: Bool
    /// There is a state in the file that was neither read nor written here.
    var isFileNew: Bool
    /// The file couldn't be read until now.
    var wasUnavailable = false
    /// Another object has the state, so nobody but `onRestore` can change it.
    var hasSnapshot = false
    var canJoin = false
  }

  init(_ situation: Situation) {
    switch (situation.isStateNew, situation.isFileNew) {
    case (_, false):
      self = .write
    case (true, true) where situation.canJoin:
      self = .join
    case (true, true):
      self = .setAside
    case (false, true):
      self = Self.withNothingNew(situation)
    }
  }

  private static func withNothingNew(_ situation: Situation) -> SaveStep {
    guard situation.wasUnavailable else { return .leave }

    if situation.canJoin { return .join }
    if situation.hasSnapshot { return .leave }
    return .take
  }
}
