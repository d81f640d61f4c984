import Foundation
import LifecycleBus

/// The terminal of a full-screen program: its own screen, and no echo.
final class FullScreen: AppLifecycleListener {
  /// Shows the cursor, and leaves the alternate screen.
  static let leave = "\u{1B}[?25h\u{1B}[?1049l"

  /// The modes to put back; `nil` while they are in force.
  private var modesOutside: termios?

  func onAppWillEnterForeground() {
    var modes = termios()
    guard modesOutside == nil, tcgetattr(0, &modes) == 0 else { return }
    modesOutside = modes
    // What is typed comes at once and is not shown. Ctrl-C and Ctrl-Z stay signals.
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(0, TCSADRAIN, &modes)
    write("\u{1B}[?1049h\u{1B}[?25l")
  }

  func onAppDidEnterBackground() {
    guard var modes = modesOutside else { return }
    modesOutside = nil
    write(Self.leave)
    tcsetattr(0, TCSADRAIN, &modes)
  }

  private func write(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }
}
