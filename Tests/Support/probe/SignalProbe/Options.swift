import LifecycleBus
import LifecycleBusSignals

/// What the probe is asked to be, from its command line.
struct Options {
  var configuration = ProcessSignalSource.Configuration()
  var policy = AppLifecycleMediator.Policy.lifecycle
  /// Where the trace goes, and where commands come from.
  var trace: Int32 = 1
  var commands: Int32 = 0
  /// Where the record of the run is kept; `nil` for none.
  var record: String?
  /// A listener that blocks the main actor in the callback of this event, for ever.
  var blocksIn: AppLifecycleEvent?
  /// The signals that have an action.
  var actions: [ProcessSignal] = []
  /// Whether the lines of standard input are read, and traced.
  var readsLines = false
  /// Whether a task waits for the end.
  var awaitsEnd = true
  /// The code that `main` exits with when it has waited there.
  var code: Int32 = 3
  /// Whether a task waits there only a moment after the way down.
  var awaitsLate = false
  /// Whether the source is stopped then instead, and the process exits with 5 a second later.
  var stopsLate = false
  /// Whether the end is asked for before `start()`.
  var endsFirst = false
  /// Who takes SIGTERM before the start: "plain" or "dispatch".
  var takenBefore = ""
  /// Whether the probe prints lines until it ends.
  var floods = false
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
        configuration.exitPolicy =
          switch value {
          case "auto": .automatic
          case "return": .returnToMain
          case "die": .dieBySignal
          default: .exit(Int32(value) ?? 1)
          }
      case "--code": code = Int32(value) ?? 3
      case "--budget":
        configuration.budget =
          value == "endless" ? .seconds(Int64.max) : .milliseconds(Int(value) ?? 0)
      case "--reset": configuration.terminalReset = value
      case "--keep-streams": keepsStreams = value == "yes"
      case "--policy": policy = value == "relay" ? .asPosted : .lifecycle
      case "--trace": trace = Int32(value) ?? 1
      case "--commands": commands = Int32(value) ?? 0
      case "--record": record = value
      case "--block": blocksIn = AppLifecycleEvent(rawValue: value)
      case "--on": actions.append(ProcessSignal(rawValue: Int32(value) ?? 0))
      case "--lines": readsLines = value == "yes"
      case "--await":
        awaitsEnd = value == "yes"
        awaitsLate = value == "late"
        stopsLate = value == "stop"
      case "--taken": takenBefore = value
      case "--flood": floods = value == "yes"
      case "--anomalies": tracesAnomalies = value == "yes"
      case "--end-first": endsFirst = value == "yes"
      case "--hang-at-exit": hangsAtExit = value == "yes"
      default: preconditionFailure("SignalProbe: \(option) is not known.")
      }
    }
  }
}
