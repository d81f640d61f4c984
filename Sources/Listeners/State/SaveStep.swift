/// What a save does with the state in memory and the one in the file.
///
/// |                     | the file is known | somebody else has written it |
/// |---------------------|-------------------|------------------------------|
/// | **nothing is new**  | `write`           | `leave`                      |
/// | **the state is new**| `write`           | `join`, or else `setAside`   |
///
/// A file that couldn't be read at first is joined or taken, even if nothing is new.
enum SaveStep {
  case write
  /// The program goes on with what it has.
  case leave
  /// The file's state becomes the program's.
  case take
  /// The program makes one state of both.
  case join
  /// The file gets a second name.
  case setAside

  /// `isLate`: the file couldn't be read until now. `canTake`: no other object has the state.
  init(isStateNew: Bool, isFileNew: Bool, isLate: Bool, canJoin: Bool, canTake: Bool) {
    switch (isStateNew, isFileNew) {
    case (_, false): self = .write
    case (true, true) where canJoin: self = .join
    case (true, true): self = .setAside
    case (false, true) where isLate && canJoin: self = .join
    case (false, true) where isLate && canTake: self = .take
    case (false, true): self = .leave
    }
  }
}
