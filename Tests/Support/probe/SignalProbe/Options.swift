import LifecycleBus
import LifecycleBusSignals

/// What the probe is asked to be, from its command line.
struct Options {
  var configuration = ProcessSignalSource.Configuration()
  /// Where the trace goes, and where commands come from.
  var trace: Int32 = 1
  var commands: Int32 = 0
  /// A listener that blocks the main actor in the callback of this event, for ever.
  var blocksIn: AppLifecycleEvent?
  /// The signals that have an action.
  var actions: [ProcessSignal] = []
  /// What the body of `run` does; "none" starts the source without a body.
  var body = "wait"
  /// Whether SIGTERM comes between the handlers and the body's first line.
  var signalsEarly = false
  /// Whether `main` prints more than a pipe takes.
  var flushesForEver = false
  /// Who takes a signal before the start, and as soon as the app is active.
  var takenBefore = ""
  var takenLater = ""
  /// Whether anomalies are traced.
  var tracesAnomalies = true
  /// Whether the main thread also keeps the locks of C's streams when it blocks.
  var keepsStreams = false
  /// Whether a handler of `exit` hangs.
  var hangsAtExit = false

  init(_ arguments: [String]) {
    var rest = arguments.dropFirst()
    while let option = rest.popFirst() {
      let value = rest.popFirst() ?? ""
      switch option {
      case "--exit":
        // A body that is cut off lets the process die of every signal.
        if value == "die" { body = "cancel" }
        configuration.exitPolicy =
          switch value {
          case "auto", "die": .automatic
          case "return": .returnToMain
          default: .exit(Int32(value) ?? 1)
          }
      case "--budget":
        configuration.budget =
          value == "endless" ? .seconds(Int64.max) : .milliseconds(Int(value) ?? 0)
      case "--reset": configuration.terminalReset = value
      case "--keep-streams": keepsStreams = value == "yes"
      case "--trace": trace = Int32(value) ?? 1
      case "--commands": commands = Int32(value) ?? 0
      case "--block": blocksIn = AppLifecycleEvent(rawValue: value)
      case "--on": actions.append(ProcessSignal(rawValue: Int32(value) ?? 0))
      case "--body": body = value
      case "--early": signalsEarly = value == "yes"
      case "--print": flushesForEver = value == "yes"
      case "--taken": takenBefore = value
      case "--taken-later": takenLater = value
      case "--anomalies": tracesAnomalies = value == "yes"
      case "--hang-at-exit": hangsAtExit = value == "yes"
      default: preconditionFailure("SignalProbe: \(option) is not known.")
      }
    }
  }
}
