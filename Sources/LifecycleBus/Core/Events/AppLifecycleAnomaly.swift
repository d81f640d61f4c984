/// An event, a hold or a request that broke a rule, and what the mediator did about it.
///
/// Set ``AppLifecycleMediator/onAnomaly`` to receive anomalies. Each `description` says what you
/// can do.
///
/// ```swift
/// mediator.onAnomaly = { anomaly in
///   if case .holdsExpired(let reasons) = anomaly { print("not done in time: \(reasons)") }
/// }
/// ```
public enum AppLifecycleAnomaly: Sendable, Hashable {
  /// The event was repeated, and was dropped.
  case duplicate(AppLifecycleEvent)
  /// The event is not legal in that state, and was dropped.
  case unexpected(AppLifecycleEvent, state: AppLifecycleState)
  /// A step was missing. The mediator delivered it before the event that needs it.
  case synthesized(AppLifecycleEvent, before: AppLifecycleEvent)
  /// The event came after `willTerminate`, and was dropped.
  case afterTermination(AppLifecycleEvent)
  /// The notification was posted off the main actor, and was delivered later.
  case postedOffMain(AppLifecycleEvent)
  /// The listener was attached after the launch without a replay, so it missed the launch.
  case attachedAfterLaunch(listener: String)
  /// The time for unfinished work ran out while these holds were open.
  case holdsExpired([String])
  /// Other code handles this signal now, so no listener is called for the signal.
  case signalHandledElsewhere(String)
  /// The deadline passed before these listeners answered. A missing answer counts as failed.
  case requestExpired(String, listeners: [String])
  /// The listener answered a request after its deadline. The answer was ignored.
  case answeredLate(String, listener: String)
  /// A scene's notification was posted without the scene as its object, and was dropped.
  case sceneMissing(AppSceneEvent)
  /// A scene's notification was posted off the main actor, and was delivered later.
  case scenePostedOffMain(AppSceneEvent)
  /// The app has launched, and no delegate has asked the listener at the launch.
  case notAskedAtLaunch(listener: String)
  /// The listener began its work at the launch event, after the delegate's launch method had
  /// returned.
  case startedAfterLaunchMethod(listener: String)
}

extension AppLifecycleAnomaly: CustomStringConvertible {
  /// What happened, what the mediator did, and what you can do, in one sentence.
  public var description: String {
    switch self {
    case .duplicate(let event):
      "\(event) was posted again; the repetition was dropped."
    case .unexpected(let event, let state):
      "\(event) was posted while the app was \(state); it was dropped."
    case .synthesized(let event, let cause):
      "\(event) was missing before \(cause); it was synthesized."
    case .afterTermination(let event):
      "\(event) was posted after willTerminate; it was dropped."
    case .postedOffMain(let event):
      "\(event) was posted off the main actor and relayed on it later; "
        + "post it with `await center.post(.\(event))`."
    case .attachedAfterLaunch(let listener):
      "\(listener) was attached after the launch and missed it; "
        + "attach it earlier or with `replay: .launch`."
    case .holdsExpired(let reasons):
      "The time ran out with these holds still open: \(reasons.joined(separator: ", ")); "
        + "release them earlier or ask for a larger budget."
    case .signalHandledElsewhere(let signal):
      "\(signal) goes to other code in this process now, such as a Dispatch source or a service "
        + "group, so no listener is told when it comes; leave the signal to one of the two."
    case .requestExpired(let request, let listeners):
      "The deadline of \(request) passed without an answer from \(listeners.joined(separator: ", ")), "
        + "which counts as failed; answer earlier, or allow more time."
    case .answeredLate(let request, let listener):
      "\(listener) answered \(request) after the deadline; the answer was ignored."
    case .sceneMissing(let event):
      "A scene's \(event) was posted without the scene as its object; it was dropped."
    case .scenePostedOffMain(let event):
      "A scene's \(event) was posted off the main actor and relayed on it later."
    case .notAskedAtLaunch(let listener):
      "The app has launched, and nobody asked \(listener) to handle it; call `askToHandleLaunch()` "
        + "in the launch method, or derive the delegate from one of LifecycleBusDelegates."
    case .startedAfterLaunchMethod(let listener):
      "\(listener) ran after the launch method had returned; call `run()` in it, or in a listener "
        + "that handles the launch."
    }
  }
}
