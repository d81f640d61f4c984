import Foundation

struct TerminalScreen {
  private let descriptor: Int32
  /// `nil` if the process started in the background, because another program has set the modes.
  private let modes: termios?
  private let reset: String
  private let hasJobs: Bool

  /// Finds the first terminal among standard input, output and error.
  init?(reset: String) {
    guard let descriptor = (0...2).first(where: SignalSystem.isTerminal) else { return nil }
    self.descriptor = descriptor
    self.reset = reset
    hasJobs = tcgetpgrp(descriptor) >= 0
    var modes = termios()
    let isKnown = unsafe tcgetattr(descriptor, &modes) == 0
    let isInFront = SignalSystem.standing(at: descriptor, hadJobs: hasJobs) == .foreground
    self.modes = isKnown && isInFront ? modes : nil
  }

  /// -1 if no group has the terminal.
  var groupInFront: pid_t { tcgetpgrp(descriptor) }

  var standing: ProcessSignalSource.Terminal {
    SignalSystem.standing(at: descriptor, hadJobs: hasJobs)
  }

  /// Puts the modes back, if the process is in the foreground.
  ///
  /// The calling thread blocks SIGTTOU, so that the call cannot stop the process. The modes come
  /// first, because a terminal whose output is stopped accepts modes but no text.
  func putBack() {
    guard standing == .foreground, var modes else { return }
    _ = unsafe tcsetattr(descriptor, TCSANOW, &modes)
    let text = Array(reset.utf8)
    _ = unsafe write(descriptor, text, text.count)
  }
}
