import Foundation

/// The terminal of the process, and the modes that it had at the start.
struct TerminalScreen {
  private let descriptor: Int32
  /// `nil` where the process started in the background, with the modes of another program.
  private let modes: termios?
  private let reset: String
  /// Whether it had job control at the start.
  private let hasJobs: Bool

  /// The first terminal among standard input, output and error; `nil` without one.
  ///
  /// - Parameter reset: What is written to the terminal before its modes are put back.
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

  /// The group of processes that has the terminal; -1 without one.
  var groupInFront: pid_t { tcgetpgrp(descriptor) }

  /// Whether the process may use the terminal now.
  var standing: ProcessSignalSource.Terminal {
    SignalSystem.standing(at: descriptor, hadJobs: hasJobs)
  }

  /// Puts the modes back that the terminal had at the start, if the process is in front. On a
  /// thread that blocks SIGTTOU, so that this cannot stop the process. The modes come first, because
  /// a terminal whose output is stopped takes them, but no text.
  func putBack() {
    guard standing == .foreground, var modes else { return }
    _ = unsafe tcsetattr(descriptor, TCSANOW, &modes)
    let text = Array(reset.utf8)
    _ = unsafe write(descriptor, text, text.count)
  }
}
