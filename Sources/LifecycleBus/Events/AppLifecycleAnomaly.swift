/// Something that was not as it should be, and what the mediator made of it.
///
/// Anomalies are values, never traps: whatever a system posts, the app goes on. Hear of them
/// through ``AppLifecycleMediator/onAnomaly``; with no handler set they cost nothing.
public enum AppLifecycleAnomaly: Sendable, Hashable {
  /// The app already was where the event leads to; the event was dropped.
  case duplicate(AppLifecycleEvent)
  /// The event makes no sense in that state; it was dropped.
  case unexpected(AppLifecycleEvent, state: AppLifecycleState)
  /// A step was missing, and was put in before the event that needed it.
  case synthesized(AppLifecycleEvent, before: AppLifecycleEvent)
  /// The event came after `willTerminate`; it was dropped.
  case afterTermination(AppLifecycleEvent)
  /// The notification was posted away from the main actor. It was relayed there, in posting order,
  /// once the main actor came to it.
  case postedOffMain(AppLifecycleEvent)
  /// The listener was attached after the launch without asking for a replay, so it has missed the
  /// launch.
  case attachedAfterLaunch(listener: String)
  /// The time for work on the way down ran out while these holds were open.
  case holdsExpired([String])
  /// The deadline of a request passed while these listeners had not answered. What is missing
  /// counts as failed.
  case requestExpired(AppLifecycleRequest, listeners: [String])
  /// The listener answered a request after its deadline; the answer was ignored.
  case answeredLate(AppLifecycleRequest, listener: String)
  /// A scene's notification came without a scene; it was dropped.
  case sceneMissing(AppSceneEvent)
  /// A scene's notification was posted away from the main actor. It was relayed there, in posting
  /// order.
  case scenePostedOffMain(AppSceneEvent)
}

extension AppLifecycleAnomaly: CustomStringConvertible {
  /// One sentence: what happened, what became of it, and what to do where something can be done.
  public var description: String {
    switch self {
    case .duplicate(let event):
      "\(event) was posted again; the repetition was dropped."
    case .unexpected(let event, let state):
      "\(event) was posted while the app was \(state); it was dropped."
    case .synthesized(let event, let cause):
      "\(event) was missing before \(cause) and was put in."
    case .afterTermination(let event):
      "\(event) was posted after willTerminate; it was dropped."
    case .postedOffMain(let event):
      "\(event) was posted away from the main actor and relayed there later; "
        + "post it with `await center.post(.\(event))`."
    case .attachedAfterLaunch(let listener):
      "\(listener) was attached after the launch and did not hear of it; "
        + "attach it earlier or with `replay: .launch`."
    case .holdsExpired(let reasons):
      "The time ran out with these holds still open: \(reasons.joined(separator: ", ")); "
        + "release them earlier or ask for a larger budget."
    case .requestExpired(let request, let listeners):
      "The deadline of \(request) passed without an answer from \(listeners.joined(separator: ", ")), "
        + "which counts as failed; answer earlier, or allow more time."
    case .answeredLate(let request, let listener):
      "\(listener) answered \(request) after the deadline; the answer was ignored."
    case .sceneMissing(let event):
      "A scene's \(event) was posted without the scene as its object; it was dropped."
    case .scenePostedOffMain(let event):
      "A scene's \(event) was posted away from the main actor and relayed there later."
    }
  }
}
