import LifecycleBus
import LifecycleBusSignals
import TestSupport

/// What the probe is asked to be, from its command line.
struct Options {
  var configuration = ProcessSignalSource.Configuration()
  /// Where the trace goes, and where commands come from.
  var trace: Int32 = 1
  var commands: Int32 = 0
  var body = ProbeBody.returnsWhenCancelled
  /// A listener that blocks the main actor in the callback of this event, for ever.
  var blocksIn: AppLifecycleEvent?
  /// Whether the main thread also has the locks of C's streams when it blocks.
  var locksStreams = false
  /// The signals that have an action.
  var actions: [ProcessSignal] = []
  /// Whether the body prints a line that C holds back.
  var printsEarly = false
  /// Whether a handler of `exit` hangs.
  var hangsAtExit = false
  /// Whether other code handles SIGTSTP before the start, or SIGTERM after it.
  var otherCodeHasStop = false
  var otherCodeTakesTermination = false
  var tracesAnomalies = true
  /// Whether an `async` listener launches until it's told to return.
  var launchesSlowly = false
  /// Whether a listener takes a hold on its way to the background.
  var holdsInBackground = false
  /// Whether the beginning of an end is traced.
  var tracesEnding = false

  init(_ arguments: [String]) {
    var rest = arguments.dropFirst()

    while let option = rest.popFirst() {
      var value: String { rest.popFirst() ?? "" }

      switch option {
      case "--exit":
        configuration.exitPolicy = Self.exitPolicy(value)
      case "--budget":
        configuration.budget = Self.budget(value)
      case "--reset":
        configuration.terminalReset = value
      case "--trace":
        trace = Int32(value) ?? 1
      case "--commands":
        commands = Int32(value) ?? 0
      case "--body":
        body = Self.body(value)
      case "--block":
        blocksIn = AppLifecycleEvent(rawValue: value)
      case "--lock-streams":
        locksStreams = true
      case "--action":
        actions.append(ProcessSignal(rawValue: Int32(value) ?? 0))
      case "--print-early":
        printsEarly = true
      case "--hang-at-exit":
        hangsAtExit = true
      case "--other-code-has-stop":
        otherCodeHasStop = true
      case "--other-code-takes-termination":
        otherCodeTakesTermination = true
      case "--launch-slowly":
        launchesSlowly = true
      case "--hold-in-background":
        holdsInBackground = true
      case "--trace-ending":
        tracesEnding = true
      case "--no-anomalies":
        tracesAnomalies = false
      default:
        preconditionFailure("SignalProbe: \(option) is not known.")
      }
    }
  }

  private static func exitPolicy(_ value: String) -> ProcessSignalSource.ExitPolicy {
    switch value {
    case "automatic": .automatic
    case "returnToMain": .returnToMain
    default: .exit(Int32(value) ?? 1)
    }
  }

  /// In milliseconds, or "endless".
  private static func budget(_ value: String) -> Duration {
    if value == "endless" { return .seconds(Int64.max) }
    return .milliseconds(Int(value) ?? 0)
  }

  private static func body(_ value: String) -> ProbeBody {
    guard let body = ProbeBody(rawValue: value) else {
      preconditionFailure("SignalProbe: \(value) is no body.")
    }
    return body
  }
}
