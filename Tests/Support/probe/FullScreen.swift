import Foundation
import LifecycleBus
import LifecycleBusSignals

/// The recipe for terminal modes, as a program. With --hang a listener blocks on the way down, after
/// which the process can only be ended by force.
@MainActor
func fullScreenSample() async throws {
  let mediator = AppLifecycleMediator(policy: .balanced)
  if CommandLine.arguments.contains("--hang") {
    mediator.on(.willTerminate) { _ in DispatchSemaphore(value: 0).wait() }
  }
  mediator.attach(FullScreen())

  let source = ProcessSignalSource(
    mediator: mediator,
    configuration: .init(terminalReset: FullScreen.leave))

  try await source.run {
    print("ready\r")
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(60))
    }
  }
}

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
