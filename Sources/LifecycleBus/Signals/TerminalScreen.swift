import Foundation

struct TerminalScreen {
  private let descriptor: Int32
  /// `nil` for a process that started in the background, where the modes are another program's.
  private let modes: termios?
  private let reset: String
  private let hasJobs: Bool

  /// The first terminal among standard input, output and error. `reset` is written when its modes
  /// are put back.
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

  /// -1 without a group.
  var groupInFront: pid_t { tcgetpgrp(descriptor) }

  var standing: ProcessSignalSource.Terminal {
    SignalSystem.standing(at: descriptor, hadJobs: hasJobs)
  }

  /// Only in the foreground, on a thread that blocks SIGTTOU, so that this cannot stop the process.
  /// The modes come first: a terminal whose output is stopped takes them, but no text.
  func putBack() {
    guard standing == .foreground, var modes else { return }
    _ = unsafe tcsetattr(descriptor, TCSANOW, &modes)
    let text = Array(reset.utf8)
    _ = unsafe write(descriptor, text, text.count)
  }
}
