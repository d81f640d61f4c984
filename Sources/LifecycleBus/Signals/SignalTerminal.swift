import Foundation
import LifecycleBus

/// The terminal that controls the process: the first of the standard files that has a foreground
/// group, or else `/dev/tty`, as in `tool < file > result`.
struct SignalTerminal {
  private let reset: String
  /// `nil` until they are noted: before that another program may have set them.
  private var modes: termios?
  /// `nil` without a child in front, and if the child began in the background.
  private var modesBeforeChild: termios?

  init?(reset: String) {
    self.reset = reset
    if foregroundGroup == nil { return nil }
  }

  var isInFront: Bool { foregroundGroup == getpgrp() }

  private var foregroundGroup: pid_t? {
    look { descriptor in
      let group = tcgetpgrp(descriptor)
      if group < 0 { return nil }
      return group
    }
  }

  mutating func noteModes() { modes = currentModes ?? modes }

  private var currentModes: termios? {
    look { descriptor in
      guard tcgetpgrp(descriptor) >= 0 else { return nil }

      var modes = termios()
      let result = unsafe tcgetattr(descriptor, &modes)
      return result == 0 ? modes : nil
    }
  }

  // MARK: A child in front

  mutating func lend() {
    if modesBeforeChild == nil, isInFront {
      modesBeforeChild = currentModes
    }
  }

  /// A shell does so after a job that was killed, such as an editor, which leaves Ctrl-C without
  /// effect. How the child has ended isn't known here, so what a `stty` has set is undone, too.
  mutating func takeBack() {
    guard let modes = modesBeforeChild else { return }
    modesBeforeChild = nil

    let formerMask = SignalSystem.unblockOnly([])
    defer {
      SignalSystem.setMask(formerMask)
    }
    _ = look { set(modes, on: $0) }
  }

  // MARK: The end

  func putBack(leavesScreen: Bool) {
    guard let modes else { return }

    SignalSystem.attempt {
      _ = look { descriptor -> Void? in
        guard set(modes, on: descriptor) != nil else { return nil }

        if leavesScreen {
          try? DescriptorWriter(descriptor: descriptor).write(reset)
        }
        return ()
      }
    }
  }

  /// Only in the foreground. The thread must block SIGTTOU, which would stop the process.
  private func set(_ modes: termios, on descriptor: Int32) -> Void? {
    guard tcgetpgrp(descriptor) == getpgrp() else { return nil }

    var modes = modes
    _ = unsafe tcsetattr(descriptor, TCSANOW, &modes)
    return ()
  }

  private func look<Result>(_ body: (Int32) -> Result?) -> Result? {
    for descriptor: Int32 in 0...2 {
      if let result = body(descriptor) { return result }
    }

    let opened = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if opened < 0 { return nil }
    defer {
      close(opened)
    }
    return body(opened)
  }
}
