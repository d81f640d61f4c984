import Foundation
import LifecycleBus
import Listeners

/// Where the journal writes: acknowledgements on standard output, and its own events there too if it
/// is a terminal, but on standard error if not, so that a script gets acknowledgements only.
@MainActor
final class Screen {
  /// Whether an event of the life cycle is shown with its time.
  var showsTimes = false
  /// Whether the input is a terminal.
  let isInteractive = isatty(0) == 1
  /// Whether the program that took the output has gone.
  private(set) var isClosed = false
  private let isTerminal = isatty(1) == 1
  private let isColored: Bool

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    // An empty NO_COLOR asks for nothing (no-color.org), and a dumb terminal knows no escapes.
    isColored =
      isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  func say(_ text: String, _ bytes: [UInt8] = []) {
    write(Array(text.utf8) + bytes + [UInt8(ascii: "\n")], to: 1)
  }

  /// A line about the program's own life, apart from what the user reads and writes.
  func note(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var note = "  . \(line)"
      if isColored {
        note = "\u{1B}[2m\(note)\u{1B}[0m"
      }
      write(Array("\(note)\n".utf8), to: isTerminal ? 1 : 2)
    }
  }

  func complain(_ text: String) { write(Array("journal: \(text)\n".utf8), to: 2) }

  func prompt() {
    if isInteractive {
      write(Array("> ".utf8), to: 1)
    }
  }

  /// Unbuffered. Nothing goes to a terminal that another program uses, or that is gone. Where the
  /// output doesn't wait for its reader by itself, this does.
  private func write(_ bytes: [UInt8], to descriptor: Int32) {
    let foregroundGroup = tcgetpgrp(descriptor)
    if foregroundGroup >= 0, foregroundGroup != getpgrp() { return }

    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }

      switch errno {
      case EINTR:
        break
      case EAGAIN:
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
      case EPIPE where descriptor == 1:
        isClosed = true
        return
      default:
        return
      }
    }
  }
}

/// Shows each event as it is relayed.
struct EventPrinter: AppLifecycleListener {
  let screen: Screen

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if screen.showsTimes {
      EventLog(sink: { screen.note($0) }).onAppEvent(event, context: context)
    } else {
      screen.note("\(event): \(context.previousState) -> \(context.state)")
    }
  }
}
